/** The desk at 1280x800 on arrival: both lanes and the decision in the first screen, for every stage whose answers are settled. */
import type { Locator } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { protocolById, protocols, stageByKey } from '@/lib/protocols'
import { expect, expectAwake, test } from './fixtures'
import { openPaperDesks } from './screens/paper-desks'
import { findPerson } from './screens/world'

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

/** Every stage whose answers are settled, by protocol. */
const settledStages = () =>
  protocols.flatMap(({ id, stages }) =>
    stages.filter(({ consolidation }) => consolidation !== 'votes').map(({ key }) => `${id}/${key}`),
  )

test('both lanes and the decision stand in the first screen on arrival', async ({ as }) => {
  test.skip((await desks()).length === 0, 'the app was started without its demo data')
  await openPaperDesks()
  const all = await desks()
  const seen = new Set(all.map(([name]) => name.split(' ')[0]))
  expect(settledStages().filter((stage) => !seen.has(stage))).toEqual([])
  const page = await as(await findPerson('rui'))
  await page.setViewportSize(SCREEN)
  for (const [name, { id, projectId }] of all)
    await test.step(name, async () => {
      const response = await page.goto(`/projects/${projectId}/tasks/${id}/consolidate`)
      if (response?.status() !== 200) return
      await expectAwake(page)
      const question = page.locator('#question-heading')
      // Where nothing is left for the reader it says so in the question's place, and one key goes through what stands.
      await expect(question.or(page.locator('#done-heading'))).toBeInViewport()
      if ((await question.count()) === 0) await page.keyboard.press('j')
      await expect(question).toBeInViewport()
      const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
      expect((await header.boundingBox())?.height, `${name}: one line`).toBeLessThan(64)
      const parts = page.locator('[data-lane], table, [data-decision]:not(:empty)')
      expect(await parts.count(), name).toBeGreaterThan(0)
      for (const part of await parts.all()) expect(await bottomOf(part), name).toBeLessThanOrEqual(SCREEN.height)
      // The question stays where it is from one to the next.
      const before = (await question.boundingBox())?.y
      await page.keyboard.press('j')
      await expect(question).toBeInViewport()
      expect((await question.boundingBox())?.y, name).toBe(before)
      const filled = page.locator('button.bg-accent').filter({ visible: true })
      expect(await filled.count(), `${name}: filled buttons`).toBeLessThanOrEqual(1)
    })
})
