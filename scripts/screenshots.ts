/** `npm run screenshots`: the README's pictures, from the demo data, on a server of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { projects as demoProjects } from '@/prisma/scenarios/people'
import { findBrowser } from '@/scripts/chromium'
import { removePostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'
import { type Shot, shots } from '@/scripts/screenshots/shots'

const PORT = 3218
const BASE = `http://127.0.0.1:${PORT}`
const STATE = '.data/screenshots'
const FOLDER = 'docs/screenshots'
const PASSWORD = 'two-readers-make-gold'

async function startServer(): Promise<ChildProcess> {
  await removePostgres(postgresFolder(STATE))
  const env = { ...process.env, PORT: String(PORT), ASSAY_STATE_DIR: STATE, ASSAY_DEMO: '1', DATABASE_URL: '' }
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/run.cjs', 'start'], {
    env: { ...env, NEXTAUTH_URL: BASE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server did not start')))
    child.stdout?.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (String(chunk).includes('ready at')) resolve()
    })
  })
  return child
}

/** A page of somebody who has signed in. */
async function signIn(
  browser: Browser,
  { person, phone, dark }: Pick<Shot, 'person' | 'phone' | 'dark'>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: BASE,
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(`${person}@assay.example`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/inbox$/)
  return page
}

async function take(browser: Browser, shot: Shot, manager: Page): Promise<void> {
  const page = await signIn(browser, shot)
  const { projects } = await (await page.request.get('/api/projects')).json()
  const name = shot.project ?? demoProjects.main.name
  const demo = projects.find((project: { name: string }) => project.name === name)
  await shot.go(page, `/projects/${demo.id}`, manager)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `${FOLDER}/${shot.name}.png` })
  await page.context().close()
}

export async function main(): Promise<void> {
  fs.mkdirSync(FOLDER, { recursive: true })
  const server = await startServer()
  const found = await findBrowser()
  const browser = await chromium.launch(found?.launchOptions ?? {})
  try {
    const manager = await signIn(browser, { person: 'mara' })
    for (const shot of shots) await take(browser, shot, manager)
  } finally {
    await browser.close()
    server.kill('SIGTERM')
  }
}
