/** What stands in view on arrival: both lanes and the decision of every desk, the bar of every workbench, the claims of a sentence. */
import type { Locator, Page } from '@playwright/test'
import { expect, expectAwake, test } from '@/e2e/fixtures'
import { openPaperDesks } from '@/e2e/screens/paper-desks'
import { findPerson } from '@/e2e/screens/world'
import { prisma } from '@/lib/platform/server/db'
import { protocolById, protocols, stageByKey } from '@/lib/protocols'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'

const SCREEN = { width: 1280, height: 800 }

/** One task of each stage, in each of the states in which somebody decides. */
async function desks() {
  const tasks = await prisma().task.findMany({
    where: {
      state: { in: ['consolidating', 'approving'] },
      project: { shadowOf: null, memberships: { some: { user: { demo: true } } } },
      // Where several answered: of texts that differ only the wording is asked, which is no disagreement.
      submittedCount: { gt: 1 },
    },
    orderBy: [{ disagreements: { _count: 'asc' } }, { position: 'asc' }],
    select: {
      id: true,
      projectId: true,
      state: true,
      stage: { select: { key: true } },
      project: { select: { protocolId: true } },
    },
  })
  const found = new Map(tasks.map((task) => [`${task.project.protocolId}/${task.stage.key} ${task.state}`, task]))
  return [...found].filter(([, { project, stage }]) => {
    const { consolidation } = stageByKey(protocolById(project.protocolId), stage.key)
    return consolidation !== 'votes'
  })
}

const bottomOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box.y + box.height
}

/** How many rows of claims stand whole in the window. */
async function claimsInView(page: Page): Promise<number> {
  const boxes = await Promise.all((await page.locator('[data-claim-row]').all()).map((row) => row.boundingBox()))
  return boxes.filter((box) => box !== null && box.y >= 0 && box.y + box.height <= SCREEN.height).length
}

/** Every stage whose answers are settled, by protocol. */
const settledStages = () =>
  protocols.flatMap(({ id, stages }) =>
    stages.filter(({ consolidation }) => consolidation !== 'votes').map(({ key }) => `${id}/${key}`),
  )

test('both lanes and the decision stand in the first screen on arrival', async ({ as }) => {
  test.skip((await desks()).length === 0, 'the app was started without its demo data')
  await openPaperDesks()
  const all = await desks()
  const page = await as(await findPerson('rui'))
  await page.setViewportSize(SCREEN)
  const looked = new Set<string>()
  for (const [name, { id, projectId }] of all)
    await test.step(name, async () => {
      const response = await page.goto(`/projects/${projectId}/tasks/${id}/consolidate`)
      if (response?.status() !== 200) return
      looked.add(name.split(' ')[0] ?? '')
      await expectAwake(page)
      const question = page.locator('#question-heading')
      // Where nothing is left for the reader it says so in the question's place, and one key goes through what stands.
      await expect(question.or(page.locator('#done-heading'))).toBeInViewport()
      await expect(question.or(page.locator('#done-heading'))).toBeFocused()
      expect(await page.evaluate(() => window.scrollY), name).toBe(0)
      if ((await question.count()) === 0) await page.keyboard.press('j')
      await expect(question).toBeInViewport()
      const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
      expect((await header.boundingBox())?.height, `${name}: one line`).toBeLessThan(64)
      const parts = page.locator('[data-lane], table, [data-decision]:not(:empty)')
      expect(await parts.count(), name).toBeGreaterThan(0)
      for (const part of await parts.all()) expect(await bottomOf(part), name).toBeLessThanOrEqual(SCREEN.height)
      // What is judged stands beside them: of the open unit at least the beginning, below the header and in the first screen.
      const judged = page.locator('#open-unit, #what-was-seen').first()
      await expect(judged, name).toBeInViewport()
      // The question stays where it is from one to the next.
      const before = (await question.boundingBox())?.y
      await page.keyboard.press('j')
      await expect(question).toBeFocused()
      await expect(question).toBeInViewport()
      expect((await question.boundingBox())?.y, name).toBe(before)
      const filled = page.locator('button.bg-accent').filter({ visible: true })
      expect(await filled.count(), `${name}: filled buttons`).toBe(1)
    })
  expect(settledStages().filter((stage) => !looked.has(stage))).toEqual([])
})

test('at least four claims of a sentence stand in view while one of them is open', async ({ as }) => {
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const sentence = 'The lighthouse of Arden has nine floors, a lamp, a keeper, two doors and a garden by the sea.'
  const task = await makeTask(project, { prompt: 'Tell me of the lighthouse.', segments: [sentence] })
  const claims = ['nine floors', 'a lamp', 'a keeper', 'two doors', 'a garden', 'the sea nearby'].map(
    (what, index) => ({
      key: `aaaaaaaaaa${index + 1}`,
      text: `The lighthouse of Arden, which stands at the mouth of the river, has ${what}.`,
    }),
  )
  await makeAnnotation(task, person, {
    s1: {
      checkworthy: 'yes',
      importance: 'yes',
      claims: claims.map(({ key }) => ({ key, made: 'added', from: [] })),
    },
    ...Object.fromEntries(claims.map(({ key, text }) => [key, { text, type: 'factual', importance: 'intermediate' }])),
  })
  const page = await as(person)
  await page.setViewportSize(SCREEN)
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await expectAwake(page)
  await page.keyboard.press('j')
  const rows = page.locator('[data-claim-row]')
  await expect(rows).toHaveCount(claims.length)
  await expect(rows.first().getByRole('button')).toHaveAttribute('aria-current', 'step')
  await expect(rows.first()).toContainText('Intermediate')
  await expect.poll(() => claimsInView(page)).toBeGreaterThanOrEqual(4)

  // The text size of the account page, which no media query knows.
  await page.evaluate(() => {
    document.documentElement.dataset.textSize = 'largest'
  })
  const submit = page.getByRole('button', { name: 'Submit', exact: true })
  for (const width of [1600, 1366, 1280, 1024, 640, 390, 320]) {
    await page.setViewportSize({ ...SCREEN, width })
    await expect(submit, `${width} px`).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
  }
})

test('a workbench opens at its top when narrow, and with its open question in sight', async ({ as }) => {
  const drafts = await prisma().annotation.findMany({
    where: { state: 'draft', user: { demo: true }, task: { state: 'open', project: { archivedAt: null } } },
    select: { user: true, task: { select: { id: true, projectId: true, stage: { select: { key: true } } } } },
  })
  test.skip(drafts.length === 0, 'the app was started without its demo data')
  // One of each stage.
  const opened = new Map(drafts.map((draft) => [draft.task.stage.key, draft]))
  for (const { user, task } of opened.values()) {
    const page = await as(user)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/projects/${task.projectId}/tasks/${task.id}/annotate`)
    await expectAwake(page)
    await expect(page.getByRole('complementary', { name: 'Questions' })).toBeVisible()
    await expect(page.locator('[id^=unit-]:focus')).toHaveCount(1)
    await expect(page.locator('main header').first()).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => window.scrollY), task.stage.key).toBe(0)
    const open = page.locator('[aria-current=step] fieldset').first()
    await expect(open, `${task.stage.key}, narrow`).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(SCREEN)
    await page.reload()
    await expectAwake(page)
    await expect(page.locator('[id^=unit-]:focus')).toHaveCount(1)
    await expect(page.locator('main header').first()).toBeInViewport({ ratio: 1 })
    await expect(open, `${task.stage.key}, wide`).toBeInViewport({ ratio: 1 })
  }
  expect([...opened.keys()]).toEqual(expect.arrayContaining(['segments', 'decompose', 'verify']))
})

test('at least four claims stand in view on arrival, however long the prompt', async ({ as }) => {
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const prompt = 'Tell me of the lighthouse at the mouth of the river, its floors, its keepers and its lamp. '.repeat(
    20,
  )
  const task = await makeTask(project, { prompt, segments: ['The lighthouse has nine floors, a lamp and two doors.'] })
  const claims = ['nine floors', 'a lamp', 'two doors', 'a garden', 'a keeper'].map((what, index) => ({
    key: `bbbbbbbbbb${index + 1}`,
    text: `The lighthouse has ${what}.`,
  }))
  await makeAnnotation(task, person, {
    s1: {
      checkworthy: 'yes',
      importance: 'yes',
      claims: claims.map(({ key }) => ({ key, made: 'added', from: [] })),
    },
    ...Object.fromEntries(claims.map(({ key, text }) => [key, { text, type: 'factual', importance: 'intermediate' }])),
  })
  const page = await as(person)
  await page.setViewportSize(SCREEN)
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await expectAwake(page)
  await expect(page.locator('[data-claim-row]')).toHaveCount(claims.length)
  await expect.poll(() => claimsInView(page)).toBeGreaterThanOrEqual(4)
  await expect(page.locator('main header').first()).toBeInViewport({ ratio: 1 })
})
