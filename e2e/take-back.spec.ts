/** A submission that is taken back: by key from the next task, in another tab, without the network; and what becomes of one that is not. */
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { expect, expectAccessible } from './fixtures'
import { expectState, goOffline, heldByServer, openBench } from './own-app/bench'
import { test } from './own-app/test'

// As long as a server may hold what is submitted: no test is so slow that its time is over before the test says so.
const HOLD_SECONDS = 300
test.use({ owner: 'take-back', settings: { ASSAY_TAKE_BACK_SECONDS: String(HOLD_SECONDS) } })

const RIVERS = ['Danube', 'Rhine']
const WHOLE = { item: { action: 'keep' }, s1: { label: true }, s2: { label: true } }

/** Somebody with two tasks of two segments, each of them alone. */
async function makeWork() {
  const project = await makeProject({ name: 'Rivers', stage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const tasks = []
  for (const river of RIVERS) {
    const segments = [`The ${river} is a river.`, `The ${river} flows into a sea.`]
    const task = await makeTask(project, { prompt: `Tell me about the ${river}.`, segments })
    await makeAssignment(task, person)
    tasks.push(task)
  }
  const [first, second] = tasks
  if (!first || !second) throw new Error('there are two tasks')
  return { project, person, first, second }
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const shown = (page: Page) => page.getByRole('heading', { level: 1 })
const takeBack = (page: Page) => page.getByRole('button', { name: 'Take back' })
const submitted = (page: Page) => page.getByText('Submitted', { exact: true })
const events = (taskId: string) => prisma().event.count({ where: { taskId, type: 'annotation.submitted' } })
const stateOf = async (id: string) => (await prisma().task.findUniqueOrThrow({ where: { id } })).state

/** Everything on it, then submitted. */
async function answerAndSubmit(page: Page): Promise<void> {
  await press(page, 't', 't', 'y')
  await expectState(page, 'saved')
  await press(page, 'ControlOrMeta+Enter')
}

/** The time in which anything can be taken back is over. */
async function letTimePass(): Promise<void> {
  await prisma().$executeRaw`update annotations set held_until = now() where held_until is not null`
  await prisma()
    .$executeRaw`update graphile_worker._private_jobs set run_at = now() where key like 'freeze_submission/%'`
}

test('a slip is taken back by key from the next task, which stays begun, and the task is as it was', async ({ as }) => {
  const { project, person, first, second } = await makeWork()
  const page = await as(person)
  await openBench(page, first)
  await answerAndSubmit(page)
  await expect(submitted(page)).toBeVisible()
  await expect(takeBack(page)).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Enter')
  await expect(shown(page)).toContainText('Rhine')
  await expect(takeBack(page)).toBeVisible()
  await press(page, 't')
  await expectState(page, 'saved')
  await expectAccessible(page)
  expect([await events(first.id), await stateOf(first.id)]).toEqual([0, 'open'])
  await press(page, 'Shift+Z')
  await expect(shown(page)).toContainText('Danube')
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
  expect(await heldByServer(page, first.id)).toEqual(WHOLE)
  expect(await heldByServer(page, second.id)).toEqual({ s1: { label: true } })
  await press(page, 'ControlOrMeta+Enter')
  await expect(submitted(page)).toBeVisible()
  await page.goto(`/projects/${project.id}/submissions`)
  await page.getByRole('button', { name: /^Take back \d+\. Tell me about the Danube/ }).click()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
  await press(page, 'ControlOrMeta+Enter')
  await expect(submitted(page)).toBeVisible()
  await letTimePass()
  await expect.poll(() => stateOf(first.id)).toBe('gold')
  expect(await events(first.id)).toBe(1)
  await page.reload()
  await expect(submitted(page)).toBeVisible()
  await expect(takeBack(page)).toBeHidden()
  expect(await heldByServer(page, first.id)).toEqual(WHOLE)
})

test('tabs show each other what is submitted and taken back, and it is frozen with all of them closed', async ({
  as,
}) => {
  const { person, first } = await makeWork()
  const page = await as(person)
  await openBench(page, first)
  const other = await page.context().newPage()
  await openBench(other, first)
  await answerAndSubmit(page)
  await expect(submitted(other)).toBeVisible()
  await expect(takeBack(other)).toBeVisible()
  await other.bringToFront()
  await press(other, 'ControlOrMeta+z')
  for (const tab of [other, page]) await expect(tab.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
  await page.bringToFront()
  await press(page, 'ControlOrMeta+Enter')
  await expect(submitted(page)).toBeVisible()
  await page.context().close()
  expect(await events(first.id)).toBe(0)
  await letTimePass()
  await expect.poll(() => stateOf(first.id)).toBe('gold')
})

test('without the network it waits on the device for as long, and is taken back there', async ({ as }) => {
  const { person, first, second } = await makeWork()
  const page = await as(person)
  await page.clock.install()
  const ahead = page.waitForResponse(/\/foreseen/)
  await openBench(page, first)
  await page.clock.runFor(2_000)
  await (await ahead).finished()
  await press(page, 't', 't', 'y')
  await expectState(page, 'saved')
  await goOffline(page)
  const waits = page.getByText('Not submitted yet: waiting for the server')
  await press(page, 'ControlOrMeta+Enter')
  await expect(waits).toBeVisible()
  await page.getByRole('button', { name: 'Next task' }).first().click()
  await expect(shown(page)).toContainText('Rhine')
  await press(page, 'Shift+Z')
  await expect(shown(page)).toContainText('Danube')
  await expect(waits).toBeHidden()
  await press(page, 'ControlOrMeta+Enter')
  await expect(waits).toBeVisible()
  await page.context().setOffline(false)
  await page.clock.runFor((HOLD_SECONDS - 30) * 1_000)
  await expectState(page, 'saved')
  expect([await events(first.id), await stateOf(second.id)]).toEqual([0, 'open'])
  await page.clock.runFor(60_000)
  await expect.poll(() => events(first.id)).toBe(1)
  await expect(submitted(page)).toBeVisible()
})
