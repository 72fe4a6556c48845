/** `npm run screenshots`: the README's pictures, from the demo data, on a server of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { factcheckProject } from '@/prisma/scenarios/factcheck/project'
import { projects as demoProjects, simulatedProject } from '@/prisma/scenarios/people'
import { findBrowser } from '@/scripts/chromium'
import { removePostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'

const PORT = 3218
const BASE = `http://127.0.0.1:${PORT}`
const STATE = '.data/screenshots'
const FOLDER = 'docs/screenshots'
const PASSWORD = 'two-readers-make-gold'

interface Shot {
  name: string
  person: string
  /** The name of the demo's project; the first one when left out. */
  project?: string
  phone?: boolean
  dark?: boolean
  /** Goes to what is to be seen. `project` is the demo project's address; its manager finds every item. */
  go(page: Page, project: string, manager: Page): Promise<void>
}

const byPosition =
  (position: number, stage = 0) =>
  async (page: Page, project: string, manager: Page, workplace: 'annotate' | 'consolidate') => {
    const items = await manager.request.get(`/api${project}/items?ids=${position}`)
    const { items: found } = await items.json()
    await page.goto(`${project}/tasks/${found[0].tasks[stage].id}/${workplace}`)
  }

const DOCUMENTS = factcheckProject.name

const shots: Shot[] = [
  { name: 'home', person: 'mara', go: async (page, project) => void (await page.goto(project)) },
  {
    name: 'workbench',
    person: 'ana',
    async go(page, project) {
      await page.goto(project)
      await page.getByRole('button', { name: 'Next task' }).click()
      await page.waitForURL(/annotate$/)
      await page.getByRole('heading', { name: /^Segment \d/ }).waitFor()
      await page.keyboard.press('t')
      await page.keyboard.press('f')
    },
  },
  {
    name: 'consolidation',
    person: 'rui',
    go: (page, project, manager) => byPosition(25)(page, project, manager, 'consolidate'),
  },
  {
    name: 'decompose',
    person: 'chioma',
    project: DOCUMENTS,
    async go(page, project, manager) {
      await byPosition(7)(page, project, manager, 'annotate')
      await page.getByRole('heading', { name: /^Sentence \d/ }).waitFor()
      await page.keyboard.press('k')
    },
  },
  {
    name: 'verify',
    person: 'ben',
    project: DOCUMENTS,
    async go(page, project, manager) {
      await byPosition(2, 1)(page, project, manager, 'annotate')
      await page.getByText('He received the Nobel Prize').first().waitFor()
      for (const key of ['l', 'l', 'l']) await page.keyboard.press(key)
    },
  },
  {
    name: 'run',
    person: 'mara',
    async go(page, project) {
      await page.goto(`${project}/prefill`)
      await page.getByRole('link', { name: 'recorded-large' }).first().click()
      await page.getByText('What it took').waitFor()
    },
  },
  {
    name: 'anchoring',
    person: 'mara',
    async go(page, project) {
      await page.goto(`${project}/prefill/anchoring`)
      await page.getByText('The suggestion with the highest score').waitFor()
    },
  },
  {
    name: 'discussion',
    person: 'ana',
    project: DOCUMENTS,
    async go(page, project, manager) {
      await byPosition(4)(page, project, manager, 'consolidate')
      await page.getByRole('heading', { name: /: Importance$/ }).waitFor()
      await page.keyboard.press('j')
    },
  },
  {
    name: 'dataset',
    person: 'mara',
    project: DOCUMENTS,
    go: async (page, project) => void (await page.goto(`${project}/dataset`)),
  },
  ...(['agreement', 'people', 'progress'] as const).map((name) => ({
    name,
    person: 'mara',
    project: simulatedProject.name,
    go: async (page: Page, project: string) => void (await page.goto(`${project}/${name}`)),
  })),
  {
    name: 'measure',
    person: 'mara',
    project: simulatedProject.name,
    go: async (page, project) => void (await page.goto(`${project}/agreement/segments/label`)),
  },
  {
    name: 'import',
    person: 'mara',
    async go(page, project) {
      await page.goto(`${project}/import`)
      await page.locator('input[type=file]').setInputFiles('tests/fixtures/twelve-faults.jsonl')
      await page.waitForURL(/import\/[0-9a-f-]{36}/)
      await page.getByRole('table').first().waitFor()
    },
  },
  {
    name: 'phone',
    person: 'chioma',
    phone: true,
    dark: true,
    async go(page, project) {
      await page.goto(project)
      await page.getByRole('button', { name: 'Next task' }).click()
      await page.waitForURL(/annotate$/)
      await page.getByRole('heading', { name: /^Segment \d/ }).waitFor()
    },
  },
]

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
  await page.waitForURL(/\/projects$/)
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
