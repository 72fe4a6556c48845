/** From one thing to the next across projects by key: what is revealed first, then one's own tasks, then a new one. */
import { proposeValue } from '@/lib/adjudication/consolidation/propose-value'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { transaction } from '@/lib/platform/server/db'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  makeAnnotation,
  makeAssignment,
  makeMember,
  makeProject,
  makeTask,
  makeUser,
} from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

test('an annotator takes what waits, whatever it is, by one key, and sees what comes in as it comes', async ({
  as,
}) => {
  const [oceans, rivers] = [await makeProject({ name: 'Oceans' }), await makeProject({ name: 'Rivers' })]
  const ada = await makeMember(oceans, 'annotator')
  await makeMember(rivers, 'annotator', ada)
  const ben = await makeMember(oceans, 'annotator')
  const reviewer = actorOf(await makeMember(oceans, 'reviewer'))
  const [discussed, own, fresh] = [await makeTask(oceans), await makeTask(rivers), await makeTask(rivers)]
  await makeAssignment(own, ada)
  await makeAnnotation(discussed, ada, answersWith(true), true)

  // Before the reveal she has only her own task, whatever a partner does.
  const page = await as(ada)
  await page.goto('/')
  await page.waitForURL('**/inbox')
  await expectAwake(page)
  await expect(page.getByText('All decided')).toBeVisible()
  await expectAccessible(page)
  const inBar = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
  await expect(inBar).toHaveAccessibleName('Inbox')

  // A proposal about her answer is counted in the bar and listed, with no reload.
  await makeAnnotation(discussed, ben, answersWith(false), true)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, discussed.id, { lock: true }), null))
  const { revision } = await getConsolidation(reviewer, discussed.id)
  const proposal = { unit: 's2', question: 'label', value: false, comment: 'It is larger.' }
  await proposeValue(reviewer, discussed.id, { ...proposal, expectedRevision: revision })
  await expect(inBar).toHaveAccessibleName('Inbox 1 waiting')
  const decisions = page.getByRole('region', { name: /^Waits for your decision/ })
  await expect(decisions.getByRole('listitem')).toHaveCount(1)
  await expect(decisions).toContainText('1 proposal to answer')
  await expectAccessible(page)
  await page.keyboard.press('n')
  await page.waitForURL(`**/tasks/${discussed.id}/consolidate`)
  await expectAwake(page)
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  await expect(inBar).toHaveAccessibleName('Inbox')

  // The inbox from anywhere, then her own task, and once that is gone the next one of a project that has any.
  await page.keyboard.press('Shift+I')
  await page.waitForURL('**/inbox')
  await expect(page.getByRole('region', { name: /^Your tasks in hand/ })).toContainText('Not begun')
  await page.keyboard.press('n')
  await page.waitForURL(`**/tasks/${own.id}/annotate`)
  await expectAwake(page)
  await page.keyboard.press('Shift+I')
  await page.waitForURL('**/inbox')
  await expect(page.getByRole('region', { name: /^Your tasks in hand/ })).toContainText('In progress')
  await expect(page.getByRole('region', { name: /^Next task/ }).getByRole('listitem')).toHaveCount(2)
  expect(fresh.state).toBe('open')
})

test('whoever is in no project is led to the projects, and has an inbox that says so', async ({ as }) => {
  const page = await as(await makeUser())
  await page.goto('/')
  await page.waitForURL('**/projects')
  await page.getByRole('banner').getByRole('link', { name: 'Inbox' }).click()
  await expect(page.getByText('You are in no project yet')).toBeVisible()
})
