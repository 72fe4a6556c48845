/** The promise that no keystroke is lost: the server killed, the network cut, two devices, a session that ends. */
import { randomUUID } from 'node:crypto'
import { pool } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { storedPassword } from '@/tests/support/stored-password'
import { expect, expectAccessible } from './fixtures'
import { expectState, goOffline, goTo, heldByServer, openBench, reason } from './own-app/bench'
import { test } from './own-app/test'

const PASSWORD = 'seven quiet reading lamps'
const SEGMENTS = [
  'The Danube rises in the Black Forest.',
  'It is the longest river of Europe.',
  'It flows through ten countries.',
  'Its mouth is at the Black Sea.',
  'The river is blue all year.',
]

/** Somebody with a password, and a task of five segments that is theirs. */
async function makeWork() {
  const project = await makeProject({ name: 'Rivers' })
  const person = await makeMember(
    project,
    'annotator',
    await makeUser({ name: 'Ana', passwordHash: storedPassword(PASSWORD) }),
  )
  const task = await makeTask(project, { prompt: 'Tell me about the Danube.', segments: SEGMENTS })
  await makeAssignment(task, person)
  return { person, task }
}

test('a network cut loses nothing: edits, undo, a closed tab', async ({ as }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  const context = page.context()
  await page.clock.install()
  await openBench(page, task)
  await page.keyboard.press('t')
  await expectState(page, 'saved')

  await goOffline(page)
  await page.keyboard.press('f')
  await page.keyboard.press('2')
  const second = 'The Volga is longer: about 3,500 km.'
  await page.keyboard.type(second)
  await expectState(page, 'waiting')
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  // A fourth answer is taken back and given anew.
  await page.keyboard.press('t')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('heading', { name: 'Segment 4 of 5' })).toBeVisible()
  await page.keyboard.press('f')
  await page.keyboard.press('3')
  const fourth = 'Not asked for — “mouth” ≠ source. ابحث 🌊'
  await page.keyboard.insertText(fourth)
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  await page.keyboard.press('y')
  // A minute passes on the page's clock, with every attempt in it.
  await page.clock.fastForward(60_000)
  await expectState(page, 'waiting')
  await page.keyboard.press('ControlOrMeta+Enter')
  // It waits for the network in the open tab; with the tab it is gone.
  await expect(page.getByText('Not submitted yet: waiting for the server')).toBeVisible()
  await expectAccessible(page)

  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await openBench(again, task)
  const typed = {
    item: { action: 'keep' },
    s1: { label: true },
    s2: { label: false, errorType: 'reasoning_error', reason: second },
    s3: { label: true },
    s4: { label: false, errorType: 'irrelevant_with_qst', reason: fourth },
    s5: { label: true },
  }
  expect(await heldByServer(again, task.id)).toEqual(typed)
  await again.keyboard.press('ControlOrMeta+Enter')
  await expect(again.getByText('Submitted', { exact: true })).toBeVisible()
  expect(await heldByServer(again, task.id)).toEqual(typed)
})

test('a cut that ends while the tab is open heals by itself', async ({ as }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await openBench(page, task)
  await goOffline(page)
  for (const key of ['t', 't', 't', 't', 't']) await page.keyboard.press(key)
  await expectState(page, 'waiting')
  await page.context().setOffline(false)
  await expectState(page, 'saved')
  const yes = { label: true }
  expect(await heldByServer(page, task.id)).toEqual({ s1: yes, s2: yes, s3: yes, s4: yes, s5: yes })
})

test('two devices never overwrite each other silently', async ({ as }) => {
  const { person, task } = await makeWork()
  const [desk, laptop] = [await as(person), await as(person)]
  await openBench(desk, task)
  await openBench(laptop, task)
  await desk.keyboard.press('f')
  await desk.keyboard.press('1')
  await desk.keyboard.type('It rises at Donaueschingen.')
  await expectState(desk, 'saved')

  // The laptop has not heard of it. The same choice is no conflict, another text is.
  await laptop.keyboard.press('f')
  await expectState(laptop, 'saved')
  await laptop.keyboard.press('1')
  await laptop.keyboard.type('It rises at Furtwangen.')
  await expectState(laptop, 'conflict')
  const notice = laptop.locator('main, #content').getByText('changed elsewhere since you saw it').first()
  await expect(notice).toBeVisible()
  await expect(laptop.locator('del')).toHaveText([/Donaueschingen/])
  await expect(laptop.locator('ins')).toHaveText([/Furtwangen/])
  expect((await heldByServer(desk, task.id)).s1?.reason).toBe('It rises at Donaueschingen.')
  await expectAccessible(laptop)

  await laptop.getByRole('button', { name: 'Keep mine' }).click()
  await expectState(laptop, 'saved')
  expect((await heldByServer(desk, task.id)).s1?.reason).toBe('It rises at Furtwangen.')

  // The other way round: the desk, which still shows the old text, takes what it is told.
  await desk.keyboard.type(' Says a map.')
  await expectState(desk, 'conflict')
  await desk.getByRole('button', { name: 'Take the other' }).click()
  await expectState(desk, 'saved')
  await expect(reason(desk)).toHaveValue('It rises at Furtwangen.')
  await desk.reload()
  await goTo(desk, 1)
  await expect(reason(desk)).toHaveValue('It rises at Furtwangen.')
  const s1 = { label: false, errorType: 'knowledge_error', reason: 'It rises at Furtwangen.' }
  expect(await heldByServer(laptop, task.id)).toEqual({ s1 })
})

test('two tabs follow each other', async ({ as }) => {
  const { person, task } = await makeWork()
  const first = await as(person)
  const second = await first.context().newPage()
  await openBench(first, task)
  await openBench(second, task)
  await first.keyboard.press('f')
  await first.keyboard.press('1')
  await first.keyboard.type('Ten is too many')
  await expectState(first, 'saved')
  await expect(reason(second)).toHaveValue('Ten is too many')
  await reason(second).focus()
  await second.keyboard.press('End')
  await second.keyboard.type(', says the second tab.')
  await expectState(second, 'saved')
  await expect(reason(first)).toHaveValue('Ten is too many, says the second tab.')
  const s1 = { label: false, errorType: 'knowledge_error', reason: 'Ten is too many, says the second tab.' }
  expect(await heldByServer(first, task.id)).toEqual({ s1 })
})

test('a session that ends mid-work keeps the text until one has signed in again', async ({ as, app }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await openBench(page, task)
  await page.keyboard.press('f')
  await page.keyboard.press('1')
  await expectState(page, 'saved')
  await app.query('update users set session_version = session_version + 1 where id = $1', [person.id])
  const text = `Typed after the session had ended: ${randomUUID()}`
  await page.keyboard.type(text)
  await expectState(page, 'signed-out')
  await expectAccessible(page)
  await page.locator('[data-save-state]').filter({ visible: true }).getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(person.email ?? '')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/annotate$/)
  await expectState(page, 'saved')
  expect(await heldByServer(page, task.id)).toEqual({
    s1: { label: false, errorType: 'knowledge_error', reason: text },
  })
})

test('a database that dies is started again by itself, and what was typed meanwhile arrives', async ({
  as,
  app,
  database,
}) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await page.clock.install()
  await openBench(page, task)
  await page.keyboard.press('f')
  await page.keyboard.press('1')
  await expectState(page, 'saved')

  app.killDatabase()
  const ready = () => page.request.get('/api/ready')
  await expect.poll(async () => (await ready()).status()).toBe(503)
  const asked = await page.request.post(`/api/tasks/${task.id}/annotation`)
  expect([asked.status(), asked.headers()['content-type']]).toEqual([503, 'application/problem+json'])
  expect(asked.headers()['retry-after']).toBe('2')
  expect((await page.request.get('/api/health')).status()).toBe(200)
  await page.keyboard.type('Typed while there was no database.')
  await expectState(page, 'waiting')

  app.lookAgain()
  await expect.poll(async () => (await ready()).status()).toBe(200)
  await page.clock.fastForward(60_000)
  await expectState(page, 'saved')
  expect((await heldByServer(page, task.id)).s1?.reason).toBe('Typed while there was no database.')
  // At its old address, where the worker has come back too.
  expect(await app.databaseUrl()).toBe(database)
  await expect
    .poll(async () => {
      const sql = `select 1 from pg_stat_activity where application_name like 'assay worker%' limit 1`
      return (await pool().query(sql)).rowCount
    })
    .toBe(1)
})

test('a click that comes before the page takes clicks is followed once it does', async ({ as }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await openBench(page, task)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(page.url(), { waitUntil: 'commit' })
  await page.getByRole('link', { name: /^Segment 4,/ }).click()
  release()
  await expect(page.getByRole('heading', { name: /^Segment 4 of/ })).toBeVisible()
})

test('a click that comes while the page is being hydrated is followed once it is', async ({ as }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await openBench(page, task)
  // The last moment before Next's router writes back the address that it began with.
  await page.addInitScript(() => {
    const { replaceState } = History.prototype
    History.prototype.replaceState = function (...given) {
      History.prototype.replaceState = replaceState
      document.querySelector<HTMLAnchorElement>('a[id][href$="-s4"]')?.click()
      replaceState.apply(this, given)
    }
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Segment 4 of/ })).toBeVisible()
})

test('a server killed while somebody types takes nothing with it', async ({ as, app }) => {
  const { person, task } = await makeWork()
  const page = await as(person)
  await page.clock.install()
  await openBench(page, task)
  await page.keyboard.press('f')
  await page.keyboard.press('1')
  await page.keyboard.type('Typed before the crash')
  // Killed within the pause after which a text is sent.
  await app.kill()
  await page.keyboard.type(' and after it.')
  await expectState(page, 'waiting')
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Segment 3 of 5' })).toBeVisible()
  await app.start()
  // The pause before the next attempt, which is the longer the more of them have failed.
  await page.clock.fastForward(60_000)
  await expectState(page, 'saved')
  await page.reload()
  await goTo(page, 1)
  await expect(reason(page)).toHaveValue('Typed before the crash and after it.')
  expect(await heldByServer(page, task.id)).toEqual({
    s1: { label: false, errorType: 'knowledge_error', reason: 'Typed before the crash and after it.' },
    s2: { label: true },
  })
})
