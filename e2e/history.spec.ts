/** Undo that goes on in another browser, and what happened to a task as its people may read it. */
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const saved = (page: Page) => expect(page.locator('[data-save-state=saved]').first()).toBeAttached()
const labelsOf = async (taskId: string, userId: string) => {
  const rows = await prisma().label.findMany({
    where: { taskId, question: 'label', annotation: { userId } },
    orderBy: { unit: { key: 'asc' } },
    select: { value: true },
  })
  return rows.map(({ value }) => value)
}

test('what was done in one browser is undone in another, and the time line shows both', async ({ as }) => {
  const project = await makeProject({ name: 'Oceans', stage: { raters: 2 } })
  const [ana, ben, rui] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
    await makeMember(project, 'reviewer'),
  ]
  const task = await makeTask(project)
  await makeAssignment(task, ana, 'assigned')
  await makeAnnotation(task, ben, answersWith(true), true)
  const address = (page: string) => `/projects/${project.id}/tasks/${task.id}/${page}`
  const first = await as(ana)

  await test.step('two labels, and a reason, in one browser', async () => {
    await first.goto(address('annotate'))
    await expectAwake(first)
    await first.keyboard.press('t')
    await first.keyboard.press('f')
    await expect.poll(() => labelsOf(task.id, ana.id)).toEqual([true, false])
    await saved(first)
  })

  const second = await as(ana)
  await test.step('undone in another, reload and all, and done again', async () => {
    await second.goto(address('annotate'))
    await expectAwake(second)
    const undo = second.getByRole('button', { name: 'Undo', exact: true })
    await expect(undo).toBeEnabled()
    await undo.click()
    await expect.poll(() => labelsOf(task.id, ana.id)).toEqual([true, null])
    await second.reload()
    await expectAwake(second)
    await expect(undo).toBeEnabled()
    await undo.click()
    await expect.poll(() => labelsOf(task.id, ana.id)).toEqual([null, null])
    await second.getByRole('button', { name: 'Redo', exact: true }).click()
    await expect.poll(() => labelsOf(task.id, ana.id)).toEqual([true, null])
    await saved(second)
  })

  await test.step('the first browser, which has not heard of it, overwrites nothing', async () => {
    await first.reload()
    await expectAwake(first)
    await first.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(first.getByText('Not undone')).toBeVisible()
    expect(await labelsOf(task.id, ana.id)).toEqual([true, null])
  })

  await test.step('her own part is open to her, and to nobody else', async () => {
    await second.getByRole('link', { name: 'Time line' }).click()
    await expect(second.getByRole('heading', { level: 1 })).toContainText('Time line')
    await expect(second.getByText(/undone, so again/).first()).toBeVisible()
    await expectAccessible(second)
    const reviewer = await as(rui)
    expect((await reviewer.goto(address('timeline')))?.status()).toBe(403)
  })
})

test('a reviewer reads what happened by lanes, and goes back through the answers', async ({ as }) => {
  const project = await makeProject({ name: 'Oceans', stage: { raters: 1 } })
  const [ana, rui] = [await makeMember(project, 'annotator'), await makeMember(project, 'reviewer')]
  const task = await makeTask(project)
  await makeAssignment(task, ana, 'assigned')
  const page = await as(ana)
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await expectAwake(page)
  // Each reaches the server before the next, so that the log has them all.
  await page.keyboard.press('f')
  await expect.poll(() => labelsOf(task.id, ana.id)).toEqual([false])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => labelsOf(task.id, ana.id)).toEqual([null])
  await page.keyboard.press('Shift+T')
  await expect.poll(() => labelsOf(task.id, ana.id)).toEqual([true, true])
  await expect(page.getByRole('heading', { name: 'Whole item' })).toBeVisible()
  await page.keyboard.press('y')
  await saved(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect
    .poll(() =>
      prisma()
        .task.findUniqueOrThrow({ where: { id: task.id } })
        .then(({ state }) => state),
    )
    .not.toBe('open')
  const reviewer = await as(rui)
  await reviewer.goto(`/projects/${project.id}/items/${task.itemId}`)
  await reviewer.getByRole('link', { name: 'Time line' }).click()
  await expect(reviewer.getByText('Became gold, version 1')).toBeVisible()
  await expect(reviewer.getByText(ana.name)).toHaveCount(0)
  await reviewer.getByRole('combobox', { name: 'Part' }).click()
  await reviewer.getByRole('option', { name: 'lane A' }).click()
  await expect(reviewer.getByText(/undone, so again/).first()).toBeVisible()
  await reviewer.getByRole('slider').press('Home')
  await expect(reviewer.getByText('Nothing was answered by then.')).toBeVisible()
  await reviewer.getByRole('slider').press('End')
  await expect(reviewer.getByRole('definition').first()).toContainText('True')
  await expectAccessible(reviewer)
})
