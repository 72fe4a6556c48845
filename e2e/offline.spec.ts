/** Hours without the network, on the workbench and at the consolidation desk: what was done arrives, once and in order. */
import type { Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { storedPassword } from '@/tests/support/stored-password'
import { expect, expectAccessible, expectAwake } from './fixtures'
import { expectState, goOffline, heldByServer, openBench } from './own-app/bench'
import { keyOfTrue, makeDispute, openDesk, openQuestion, settledLabels, settlingEvents } from './own-app/desk'
import { test } from './own-app/test'

const PASSWORD = 'seven quiet reading lamps'
const YES = { label: true }
const RIVERS = ['Danube', 'Rhine', 'Elbe']

/** Somebody with three tasks of two segments. */
async function makeTasks() {
  const project = await makeProject({ name: 'Rivers' })
  const user = await makeUser({ name: 'Ana', passwordHash: storedPassword(PASSWORD) })
  const person = await makeMember(project, 'annotator', user)
  const tasks = []
  for (const river of RIVERS) {
    const segments = [`The ${river} is a river.`, `The ${river} flows into a sea.`]
    const task = await makeTask(project, { prompt: `Tell me about the ${river}.`, segments })
    await makeAssignment(task, person)
    tasks.push(task)
  }
  return { person, tasks }
}

async function signInAgain(page: Page, email: string | null): Promise<void> {
  await page.locator('[data-save-state]').filter({ visible: true }).getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(email ?? '')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('two tasks are labelled and submitted without the network, and nothing goes with the browser', async ({ as }) => {
  const { person, tasks } = await makeTasks()
  const [first, second, third] = tasks as [(typeof tasks)[0], (typeof tasks)[0], (typeof tasks)[0]]
  const page = await as(person)
  const ahead = page.waitForResponse(/\/foreseen/)
  await openBench(page, first)
  await (await ahead).finished()
  await goOffline(page)
  const shown = page.getByRole('heading', { level: 1 })
  for (const river of RIVERS.slice(0, 2)) {
    await expect(shown).toContainText(river)
    await expect(page.getByRole('heading', { name: 'Segment 1 of 2' })).toBeVisible()
    for (const key of ['t', 't', 'y']) await page.keyboard.press(key)
    await expectState(page, 'waiting')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Not submitted yet: waiting for the server')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next task' })).toBeFocused()
    // Meant for the next task, without going on to it: not taken by this one, which would not be submitted any more.
    await page.keyboard.press('f')
    await expect(page.getByRole('status').filter({ hasText: '1 key was not taken' })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await expect(shown).toContainText('Elbe')
  await expect(page.getByText(/2 other tasks wait to be submitted/)).toBeVisible()
  await page.keyboard.press('t')
  await expectState(page, 'waiting')
  await expectAccessible(page)

  const storageState = await page.context().storageState()
  await page.context().close()
  const again = await as(person, { storageState })
  await openBench(again, third)
  const whole = { item: { action: 'keep' }, s1: YES, s2: YES }
  await expect.poll(() => heldByServer(again, first.id)).toEqual(whole)
  await expect.poll(() => heldByServer(again, second.id)).toEqual(whole)
  await expect.poll(() => heldByServer(again, third.id)).toEqual({ s1: YES })
  // Once each.
  const events = await prisma().event.findMany({
    where: { taskId: { in: [first.id, second.id] }, type: 'answer.saved' },
  })
  const saved = (id: string) =>
    events.flatMap(({ taskId, data }) => (taskId === id ? [(data as { unit: string }).unit] : [])).sort()
  expect([saved(first.id), saved(second.id)]).toEqual([
    ['item', 's1', 's2'],
    ['item', 's1', 's2'],
  ])
})

test('who signs out with unsent answers is asked first', async ({ as }) => {
  const { person, tasks } = await makeTasks()
  const page = await as(person)
  await openBench(page, tasks[0] ?? { projectId: '', id: '' })
  // A page that has sent nothing yet says “saved” as well.
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.keyboard.press('t')
  await answered
  await expectState(page, 'saved')
  const account = page.getByRole('button', { name: /^Account of/ })
  // Its menu comes once the page is used and the browser idle.
  await expect(account).toHaveAttribute('data-state', 'closed')
  await goOffline(page)
  await page.keyboard.press('t')
  await expectState(page, 'waiting')
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out with unsaved changes?' })
  await expect(dialog).toContainText('1 unsaved change is on this device and nowhere else.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await page.context().setOffline(false)
  await expectState(page, 'saved')
  expect(await heldByServer(page, tasks[0]?.id ?? '')).toEqual({ s1: YES, s2: YES })
})

test('a session that ends before submitting loses nothing', async ({ as, app }) => {
  const { person, tasks } = await makeTasks()
  const [task] = tasks as [(typeof tasks)[0]]
  const page = await as(person)
  await openBench(page, task)
  for (const key of ['t', 't']) await page.keyboard.press(key)
  await expectState(page, 'saved')
  await app.query('update users set session_version = session_version + 1 where id = $1', [person.id])
  await page.keyboard.press('y')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectState(page, 'signed-out')
  await expect(page.getByText('Not submitted yet: you are signed out')).toBeVisible()
  await expectAccessible(page)
  // Otherwise it might be submitted in the moment between signing in and the page.
  await page.getByRole('button', { name: 'Do not submit' }).click()
  await signInAgain(page, person.email)
  await page.waitForURL(/\/annotate$/)
  await expectAwake(page)
  const whole = { item: { action: 'keep' }, s1: YES, s2: YES }
  await expect.poll(() => heldByServer(page, task.id)).toEqual(whole)
  await expect(page.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'true')
  await expectState(page, 'saved')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  expect(await heldByServer(page, task.id)).toEqual(whole)
})

test('a page that was drawn before a change was saved shows the change all the same', async ({ as, app }) => {
  const { person, tasks } = await makeTasks()
  const [task] = tasks as [(typeof tasks)[0]]
  const page = await as(person)
  await openBench(page, task)
  for (const key of ['t', 't']) await page.keyboard.press(key)
  await expectState(page, 'saved')
  await app.query('update users set session_version = session_version + 1 where id = $1', [person.id])
  await page.keyboard.press('y')
  await expectState(page, 'signed-out')
  const whole = { item: { action: 'keep' }, s1: YES, s2: YES }
  // Hears in another tab what the first one says to the others once it has an answer.
  const other = await page.context().newPage()
  await other.goto('/sign-in')
  const saved = other.evaluate(
    (name) => new Promise((heard) => new BroadcastChannel(name).addEventListener('message', heard, { once: true })),
    `assay-outbox-${person.id}`,
  )
  // The page that one comes from works until the next one is there: it saves what waits after that one was drawn.
  let draw = () => {}
  const isDrawn = new Promise<void>((resolve) => {
    draw = resolve
  })
  await page.route('**/answers', async (route) => {
    await isDrawn
    await route.continue()
  })
  await page.route(`**/tasks/${task.id}/annotate`, async (route) => {
    const drawn = await route.fetch()
    draw()
    await saved
    expect(await heldByServer(page, task.id)).toEqual(whole)
    await route.fulfill({ response: drawn })
  })
  await signInAgain(page, person.email)
  await page.waitForURL(/\/annotate$/)
  await expect(page.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'true')
  await expectState(page, 'saved')
})

test('what is settled without the network arrives once and in order, also after the browser was closed', async ({
  as,
}) => {
  const { task, rui } = await makeDispute(storedPassword(PASSWORD))
  const page = await as(rui)
  await openDesk(page, task)
  const yes = await keyOfTrue(page, task.id)
  await goOffline(page)
  await expect(openQuestion(page)).toHaveText(/^Segment 1:/)
  await page.keyboard.press(yes)
  await expect(openQuestion(page)).toHaveText(/^Segment 2:/)
  await expectState(page, 'waiting')
  await page.keyboard.press(yes)
  await page.keyboard.press('u')
  await expect(openQuestion(page)).toHaveText(/^Segment 2:/)
  // What a key took back can be had back.
  await page.getByRole('button', { name: 'Have it back' }).click()
  await page.keyboard.press('j')
  await expectState(page, 'waiting')
  await expect(page.locator('[data-save-state]').filter({ visible: true })).toContainText('Waiting for the server (2)')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectAccessible(page)

  const storageState = await page.context().storageState()
  await page.context().close()
  const again = await as(rui, { storageState })
  await openDesk(again, task)
  await expectAwake(again)
  await expect.poll(() => settlingEvents(task.id)).toEqual(['s1 label true', 's2 label true'])
  await goOffline(again)
  await expect(openQuestion(again)).toHaveText(/^Segment 3:/)
  await again.keyboard.press(yes)
  await expectState(again, 'waiting')
  await again.context().setOffline(false)
  await expectState(again, 'saved')
  expect(await settledLabels(task.id)).toEqual({ s1: true, s2: true, s3: true })
  expect(await settlingEvents(task.id)).toHaveLength(3)
})

test('two reviewers who settle the same never overwrite each other silently', async ({ as }) => {
  const { task, rui, sol } = await makeDispute(storedPassword(PASSWORD))
  const [offline, online] = [await as(rui), await as(sol)]
  await openDesk(offline, task)
  await openDesk(online, task)
  const yes = await keyOfTrue(online, task.id)
  const no = yes === '1' ? '2' : '1'
  await goOffline(offline)
  for (const _ of ['s1', 's2']) await offline.keyboard.press(yes)
  await expectState(offline, 'waiting')
  await online.keyboard.press(no)
  await expectState(online, 'saved')
  await offline.context().setOffline(false)
  await expectState(offline, 'conflict')
  await expect(offline.getByText('Segment 1: Label: changed elsewhere since you saw it')).toBeVisible()
  await expectAccessible(offline)
  // What nobody else touched goes through, whether the conflict is told before it or after.
  await expect.poll(() => settledLabels(task.id)).toEqual({ s1: false, s2: true })
  await offline.getByRole('button', { name: 'Keep mine' }).click()
  await expectState(offline, 'saved')
  expect(await settledLabels(task.id)).toEqual({ s1: true, s2: true })
})

test('a session that ends at the desk keeps choices and texts until one has signed in again', async ({ as, app }) => {
  const { task, rui } = await makeDispute(storedPassword(PASSWORD))
  const page = await as(rui)
  await openDesk(page, task)
  const yes = await keyOfTrue(page, task.id)
  await page.keyboard.press('e')
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Half of it is true.')
  await page.keyboard.press('Escape')
  await app.query('update users set session_version = session_version + 1 where id = $1', [rui.id])
  await page.keyboard.press(yes)
  await expectState(page, 'signed-out')
  await expectAccessible(page)
  await signInAgain(page, rui.email)
  await page.waitForURL(/\/consolidate$/)
  await expectAwake(page)
  await expect.poll(() => settledLabels(task.id)).toEqual({ s1: true })
  await expectState(page, 'saved')
  await page.getByRole('button', { name: /^Settled: Segment 1/ }).click()
  await expect(openQuestion(page)).toHaveText('Segment 1: Label')
  await page.keyboard.press('e')
  await expect(reason).toHaveValue('Half of it is true.')
})
