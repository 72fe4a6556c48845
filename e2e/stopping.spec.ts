/** Asked to stop, the app answers what is under way, hands its jobs back and leaves with a clean word. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { expect } from './fixtures'
import { expectState, heldByServer, openBench, reason } from './own-app/bench'
import { test } from './own-app/test'

test('a save under way is answered, and the app leaves with 0', async ({ as, app, database }) => {
  const project = await makeProject({ name: 'Tides' })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project, {
    prompt: 'Why are there tides?',
    segments: ['The Moon pulls.', 'So does the Sun.'],
  })
  await makeAssignment(task, person)
  const page = await as(person)
  await openBench(page, task)
  expect((await page.request.get('/api/ready')).status()).toBe(200)
  await page.keyboard.press('f')
  await page.keyboard.press('1')
  await expectState(page, 'saved')

  // The save reaches the server and waits there: somebody holds the table.
  const holder = new pg.Client({ connectionString: database })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table labels in exclusive mode')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  const text = `The Moon and the Sun. ${randomUUID()}`
  await reason(page).fill(text)
  await sent
  await expect
    .poll(async () => (await holder.query('select 1 from pg_locks where not granted limit 1')).rowCount)
    .toBe(1)

  const left = app.stop()
  // No longer ready while it leaves; then nobody listens any more.
  const isReady = () =>
    fetch(`${app.url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(isReady).toBe(false)
  await holder.query('rollback')
  await holder.end()
  expect((await answered).status()).toBe(200)
  await expectState(page, 'saved')
  expect(await left).toBe(0)

  await app.start()
  expect((await heldByServer(page, task.id)).s1?.reason).toBe(text)
})
