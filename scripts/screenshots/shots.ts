/** What the README's pictures show, and how to get there. */
import type { Page } from '@playwright/test'
import { factcheckProject } from '@/prisma/scenarios/factcheck/project'
import { claims } from '@/prisma/scenarios/papers/claims'
import { listPreference } from '@/prisma/scenarios/papers/preferences'
import { simulatedProject } from '@/prisma/scenarios/people'

export interface Shot {
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

export const shots: Shot[] = [
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
    name: 'offline',
    person: 'ben',
    async go(page, project) {
      await page.goto(project)
      await page.getByRole('button', { name: 'Next task' }).click()
      await page.waitForURL(/annotate$/)
      await page.getByRole('heading', { name: /^Segment \d/ }).waitFor()
      await page.locator('[data-save-state=saved]').first().waitFor({ state: 'attached' })
      await page.context().setOffline(true)
      await page.keyboard.press('t')
      await page.keyboard.press('f')
      await page.locator('[data-save-state=waiting]').first().waitFor({ state: 'attached' })
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
    name: 'claim',
    person: 'ana',
    project: claims.name,
    go: (page, project, manager) => byPosition(8)(page, project, manager, 'annotate'),
  },
  {
    name: 'lists',
    person: 'chioma',
    project: listPreference.name,
    async go(page, project) {
      await page.goto(project)
      await page.getByRole('button', { name: 'Next task' }).click()
      await page.waitForURL(/annotate$/)
    },
  },
  {
    name: 'evaluation',
    person: 'mara',
    async go(page, project) {
      await page.goto(`${project}/evaluation`)
      const standings = page.getByRole('table', { name: /systems by/ }).first()
      await standings.waitFor({ timeout: 60_000 })
      await standings.evaluate((table) => table.scrollIntoView({ block: 'center' }))
    },
  },
  { name: 'release', person: 'mara', go: async (page, project) => void (await page.goto(`${project}/releases/1`)) },
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
