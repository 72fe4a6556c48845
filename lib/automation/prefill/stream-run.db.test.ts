import { afterEach, expect, test } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember } from '@/tests/factories'
import { drive, prefillScene, startVerdicts } from '@/tests/support/prefill-scene'
import { until } from '@/tests/support/wait'
import { type RunView, runSchema } from './contract'
import { streamRun } from './stream-run'

const leave = new AbortController()
afterEach(() => leave.abort())

/** The runs that a stream tells of, as they come. */
async function listen(response: Response) {
  const told: RunView[] = []
  let isOpen = true
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (let text = ''; ; ) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
      if (done) break
      const events = (text + value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) told.push(runSchema.parse(JSON.parse(event.slice('data: '.length))))
    }
    isOpen = false
  }
  void read()
  return { told, isOpen: () => isOpen }
}

const listening = async () => {
  const { rows } = await pool().query(
    `select 1 from pg_stat_activity where query = 'listen assay_runs' and datname = current_database()`,
  )
  return rows.length > 0
}

test('a stream tells of the run as it is, goes on and ends; who may not see it hears nothing', async () => {
  const scene = await prefillScene(3)
  const { id } = await startVerdicts(scene, { steps: [{ key: 'verdicts', method: 'rules' }] })
  const at = { projectId: scene.project.id, runId: id }
  const response = await streamRun(scene.manager, at, leave.signal)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const viewer = await makeMember(scene.project, 'viewer')
  const watched = await listen(await streamRun(actorOf(viewer), at, leave.signal))
  const { told, isOpen } = await listen(response)
  await until(() => told.length > 0)
  expect(told[0]).toMatchObject({ id, state: 'running', items: { waiting: 3 } })
  await until(listening)
  // Whoever loses the right to see it while the stream is open.
  await prisma().membership.update({
    where: { projectId_userId: { projectId: at.projectId, userId: viewer.id } },
    data: { role: 'annotator' },
  })
  await drive(id)
  await until(() => told.at(-1)?.state === 'done')
  expect(told.at(-1)).toMatchObject({ items: { done: 3, waiting: 0 } })
  await until(() => !watched.isOpen())
  expect(watched.told.every(({ state }) => state === 'running')).toBe(true)
  const annotator = actorOf(await makeMember(scene.project, 'annotator'))
  await expect(streamRun(annotator, at, leave.signal)).rejects.toMatchObject({ code: 'forbidden' })
  leave.abort()
  await until(() => !isOpen())
  await until(async () => !(await listening()))
})
