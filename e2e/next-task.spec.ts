/** From one task to the next by key alone, faster than the server and the machine: keys land where they are meant to. */
import type { Page, Route } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { expect, expectAccessible } from './fixtures'
import { goOffline, heldByServer, openBench } from './own-app/bench'
import { test } from './own-app/test'

const RIVERS = ['Danube', 'Rhine', 'Elbe']
const [YES, NO] = [{ label: true }, { label: false }]
const KEEP = { action: 'keep' }
const WHOLE = { item: KEEP, s1: YES, s2: YES }

/** Somebody with three tasks of two segments. */
async function makeWork() {
  const project = await makeProject({ name: 'Rivers' })
  const person = await makeMember(project, 'annotator')
  const tasks = []
  for (const river of RIVERS) {
    const segments = [`The ${river} is a river.`, `The ${river} flows into a sea.`]
    const task = await makeTask(project, { prompt: `Tell me about the ${river}.`, segments })
    await makeAssignment(task, person)
    tasks.push(task)
  }
  const [first, second, third] = tasks
  if (!first || !second || !third) throw new Error('there are three tasks')
  return { person, first, second, third }
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const shown = (page: Page) => page.getByRole('heading', { level: 1 })
const submitted = (taskId: string) => prisma().event.count({ where: { taskId, type: 'annotation.submitted' } })

/** What was saved of a task, however often. */
async function savedIn(taskId: string): Promise<string[]> {
  const events = await prisma().event.findMany({ where: { taskId, type: 'answer.saved' } })
  const places = events.map(({ data }) => {
    const { unit, question } = data as { unit: string; question: string }
    return `${unit} ${question}`
  })
  return places.sort()
}
const ONCE = ['item action', 's1 label', 's2 label']

/** Has requests to an address wait until the returned function is called. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo = () => {}
  const freed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route: Route) => {
    await freed
    await route.continue()
  })
  return letGo
}

/** Has the server refuse what is submitted once the returned function is called. */
async function refuseSubmission(page: Page): Promise<() => void> {
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/submit', async (route) => {
    await refused
    const problem = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' }
    await route.fulfill({ status: 409, json: { ...problem, detail: 'This was sent back.' } })
  })
  return () => refuse()
}

test('keys that are pressed while the server is at work wait, are shown to wait, and land in the next task', async ({
  as,
}) => {
  const { person, first, second } = await makeWork()
  const page = await as(person)
  // What was fetched ahead is gone to at once.
  await page.route('**/foreseen**', (route) => route.fulfill({ json: { tasks: [] } }))
  await openBench(page, first)
  await press(page, 't', 't', 'y')
  const [answer, goOn] = [await hold(page, '**/submit'), await hold(page, '**/next-task/annotation')]
  await press(page, 'ControlOrMeta+Enter', 't')
  const note = page.getByRole('status').filter({ hasText: 'for the next task' })
  await expect(note).toHaveText('1 key waits for the next task. Esc lets go of it.')
  await expectAccessible(page)
  answer()
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next task' })).toBeFocused()
  await press(page, 'f')
  await expect(note).toHaveText('2 keys wait for the next task. Esc lets go of them.')
  await press(page, 'Enter', 'y')
  await expect(note).toHaveText('3 keys wait for the next task. Esc lets go of them.')
  goOn()
  await expect(shown(page)).toContainText('Rhine')
  await expect(note).toBeHidden()
  await expect.poll(() => savedIn(second.id)).toEqual(ONCE)
  expect(await heldByServer(page, second.id)).toEqual({ item: KEEP, s1: YES, s2: NO })
  expect([await savedIn(first.id), await submitted(first.id), await submitted(second.id)]).toEqual([ONCE, 1, 0])
})

test('a slow machine loses no key, doubles none, and puts none into the wrong task', async ({ as }) => {
  const { person, first, second, third } = await makeWork()
  const page = await as(person)
  await openBench(page, first)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  await press(page, 't', 't', 'y')
  await press(page, 'ControlOrMeta+Enter', 'Enter', 't', 't', 'y')
  await expect.poll(() => savedIn(second.id)).toEqual(ONCE)
  await expect(shown(page)).toContainText('Rhine')
  await press(page, 'ControlOrMeta+Enter', 'Enter', 't', 'f', 'y')
  await expect.poll(() => savedIn(third.id)).toEqual(ONCE)
  await expect(shown(page)).toContainText('Elbe')
  for (const { id } of [first, second]) expect([await heldByServer(page, id), await savedIn(id)]).toEqual([WHOLE, ONCE])
  expect(await heldByServer(page, third.id)).toEqual({ item: KEEP, s1: YES, s2: NO })
  expect(await Promise.all([first, second, third].map(({ id }) => submitted(id)))).toEqual([1, 1, 0])
})

test('a task whose submission is refused takes no key that was meant for the next', async ({ as }) => {
  const { person, first, second } = await makeWork()
  const page = await as(person)
  // What was fetched ahead is gone to before the server has answered.
  await page.route('**/foreseen**', (route) => route.fulfill({ json: { tasks: [] } }))
  await openBench(page, first)
  await press(page, 't', 't', 'y')
  const refuse = await refuseSubmission(page)
  await press(page, 'ControlOrMeta+Enter', 'Enter', 'f', 'f')
  refuse()
  await expect(page.getByText('This was sent back.')).toBeVisible()
  const notifications = page.getByRole('region', { name: /^Notifications/ })
  await expect(notifications).toContainText('2 keys were not taken')
  await expect(notifications).toContainText('this one is not submitted')
  expect([await heldByServer(page, first.id), await savedIn(first.id)]).toEqual([WHOLE, ONCE])
  // Here they work again.
  await page.unroute('**/submit')
  await press(page, 'ControlOrMeta+Enter')
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  expect([await submitted(first.id), await savedIn(second.id)]).toEqual([1, []])
})

test('a task that lacks something takes no key of what is pressed on for the next, and keeps its warning', async ({
  as,
}) => {
  const { person, first, second } = await makeWork()
  const page = await as(person)
  await openBench(page, first)
  await press(page, 't')
  await expect.poll(() => savedIn(first.id)).toEqual(['s1 label'])
  await press(page, 'ControlOrMeta+Enter', 'Enter', 't', 't', 'y', 'ControlOrMeta+Enter', 'Enter', 'f')
  const note = page.getByRole('status').filter({ hasText: 'takes keys again' })
  await expect(note).toContainText('2 keys were not taken')
  await expect(page.getByText('2 things are missing', { exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Does this item belong in the dataset?' })).toBeFocused()
  await expectAccessible(page)
  await press(page, 'Escape', 'y', 'n', 't')
  await expect(note).toBeHidden()
  await expect.poll(() => savedIn(first.id)).toEqual(ONCE)
  expect(await heldByServer(page, first.id)).toEqual(WHOLE)
  await press(page, 'ControlOrMeta+Enter', 'Enter')
  await expect(shown(page)).toContainText('Rhine')
  await expect.poll(() => submitted(first.id)).toBe(1)
  expect(await savedIn(second.id)).toEqual([])
})

test('a next task that lies there is answered before the server has the one before, and left again where that is refused', async ({
  as,
}) => {
  const { person, first, second, third } = await makeWork()
  const page = await as(person)
  const ahead = page.waitForResponse(/\/foreseen/)
  await openBench(page, first)
  await (await ahead).finished()
  await press(page, 't', 't', 'y')
  const refuse = await refuseSubmission(page)
  await press(page, 'ControlOrMeta+Enter', 'Enter', 't')
  await expect(shown(page)).toContainText('Rhine')
  await expect.poll(() => savedIn(second.id)).toEqual(['s1 label'])
  const again = page.waitForResponse((response) => response.url().includes(`/foreseen?after=${first.id}`))
  refuse()
  await expect(shown(page)).toContainText('Danube')
  await expect(page.getByText('Not submitted: This was sent back.')).toBeVisible()
  const note = page.getByRole('status').filter({ hasText: 'This task was not submitted' })
  await expect(note).toBeVisible()
  await expectAccessible(page)
  // Meant for the Rhine.
  await press(page, 'f', 'y')
  await press(page, 'Escape')
  await expect(note).toBeHidden()
  expect([await savedIn(first.id), await heldByServer(page, first.id)]).toEqual([ONCE, WHOLE])
  await page.unroute('**/submit')
  // Fetched ahead once more: without that the server decides which task is next.
  await (await again).finished()
  await press(page, 'ControlOrMeta+Enter', 'Enter')
  await expect(shown(page)).toContainText('Rhine')
  await press(page, 't', 'y')
  await expect.poll(() => savedIn(second.id)).toEqual(ONCE)
  await expect.poll(() => submitted(first.id)).toBe(1)
  expect([await submitted(second.id), await savedIn(first.id), await savedIn(third.id)]).toEqual([0, ONCE, []])
})

test('a task is set aside with a question by key, waits for a manager, and comes back with the answer on it', async ({
  as,
}) => {
  const { person, first } = await makeWork()
  const manager = await makeMember({ id: first.projectId }, 'manager')
  const page = await as(person)
  await openBench(page, first)
  await press(page, 'Shift+Q')
  const dialog = page.getByRole('dialog', { name: 'Ask a manager' })
  await expect(dialog.getByRole('textbox', { name: /^Question/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Does the title count?')
  // Without the server nothing is set aside, which is said, and what was written stays.
  await goOffline(page)
  await press(page, 'ControlOrMeta+Enter')
  await expect(dialog.getByText('The task is not set aside')).toBeVisible()
  await page.context().setOffline(false)
  await press(page, 'ControlOrMeta+Enter')
  await expect(shown(page)).toContainText('Rhine')
  await page.goto(`/projects/${first.projectId}`)
  await expect(page.getByRole('heading', { name: 'Waiting for a manager’s answer (1)' })).toBeVisible()

  const desk = await as(manager)
  await desk.goto(`/projects/${first.projectId}`)
  await desk.getByRole('link', { name: '1 question of annotators' }).click()
  await expect(desk.getByText('Does the title count?')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('textbox', { name: `Answer to ${person.name}` }).fill('No, only the text.')
  await desk.keyboard.press('ControlOrMeta+Enter')
  await expect(desk.getByText('No question waits.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Answered by a manager (1)' })).toBeVisible()
  await openBench(page, first)
  await expect(page.getByText('A manager answered your question')).toBeVisible()
  await expect(page.getByText('No, only the text.')).toBeVisible()
})
