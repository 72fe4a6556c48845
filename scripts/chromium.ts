/** Finds a Chromium for the journeys, or gets one. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'
import { StartError } from '@/scripts/start-error'

/** How to launch it, and a sentence about where it comes from. */
export interface Browser {
  launchOptions: LaunchOptions
  origin: string
}

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Without a graphics card, drawing in plain memory is the faster way. */
const browserAt = (executablePath: string, origin: string): Browser => ({
  launchOptions: { executablePath, args: ['--disable-gpu'] },
  origin,
})

/** The one from npm brings its libraries along, but unpacks them only when it believes to be in a cloud function. */
async function fromNpm(): Promise<Browser> {
  const before = process.env.AWS_LAMBDA_JS_RUNTIME
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x'
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    const executablePath = await packaged.executablePath()
    const variables = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const env = Object.fromEntries(variables)
    return {
      launchOptions: { executablePath, args: ['--no-zygote', '--disable-gpu'], env },
      origin: 'Chromium from npm',
    }
  } finally {
    if (before === undefined) delete process.env.AWS_LAMBDA_JS_RUNTIME
    else process.env.AWS_LAMBDA_JS_RUNTIME = before
  }
}

/** The first of: CHROMIUM_PATH, Playwright's own, the system's, npm's (Linux on x64). Null when there is none. */
export async function findBrowser(): Promise<Browser | null> {
  const browserPath = process.env.CHROMIUM_PATH
  if (browserPath) {
    if (!fs.existsSync(browserPath)) throw new StartError(`CHROMIUM_PATH=${browserPath} does not exist.`)
    return browserAt(browserPath, `Chromium from CHROMIUM_PATH, ${browserPath}`)
  }
  if (fs.existsSync(chromium.executablePath())) return { launchOptions: {}, origin: "Playwright's own Chromium" }
  const system = SYSTEM.find((file) => fs.existsSync(file))
  if (system) return browserAt(system, `the system's ${system}`)
  return process.platform === 'linux' && process.arch === 'x64' ? fromNpm() : null
}

const canInstall = () => process.getuid?.() === 0 && fs.existsSync('/etc/debian_version')

/** As `findBrowser`; as root on Debian, installs the package `chromium` when there is none. Says what it does. */
export async function ensureBrowser(): Promise<void> {
  let browser = await findBrowser()
  if (!browser && canInstall()) {
    console.log('There is no Chromium on this machine: installing the package "chromium" with apt-get.')
    spawnSync('apt-get', ['update'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'inherit' })
    browser = await findBrowser()
  }
  if (!browser) {
    throw new StartError('The journeys need a Chromium: run "npx playwright install chromium", or set CHROMIUM_PATH.')
  }
  console.log(`Journeys run in ${browser.origin}.`)
}
