import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { drive, prefillScene, startVerdicts } from '@/tests/support/prefill-scene'
import { actOnRun } from './act-on-run'
import { getRun } from './queries'

let fake: FakeOpenAI

beforeAll(async () => {
  fake = await startFakeOpenAI({}, { answer: () => ({ thought: null, wrong: [] }) })
  env().OPENAI_BASE_URL = fake.url
})
afterAll(() => fake.close())
beforeEach(() => fake.plan({}))

test('ten failures for one reason, and nothing else, pause the run, and so do the next ten; it goes on when told to', async () => {
  fake.plan({ faults: [{ kind: 'bad_request' }] })
  const scene = await prefillScene(26)
  await prisma().prefillSettings.update({ where: { projectId: scene.project.id }, data: { concurrency: 3 } })
  const { id: runId } = await startVerdicts(scene)
  const at = { projectId: scene.project.id, runId }
  const failedOf = (items: readonly { state: string }[]) => items.filter(({ state }) => state === 'failed').length
  const paused = await drive(runId)
  expect(paused).toMatchObject({ state: 'paused', stateReason: 'failures' })
  // Those that were under way come to their end.
  const failed = failedOf(paused.items)
  expect([10, 11, 12]).toContain(failed)
  expect(await getRun(scene.manager, scene.project.id, runId)).toMatchObject({
    stateDetail: expect.stringMatching(/^Paused: the first ten items failed for the same reason: .*did not accept/),
  })
  const events = await prisma().event.findMany({ where: { projectId: scene.project.id, type: 'run.paused' } })
  expect(events).toMatchObject([{ actorId: null, data: { runId, name: 'Verdicts', items: 10 } }])

  const resumed = await actOnRun(scene.manager, at, { act: 'resume' })
  expect(resumed).toMatchObject({ state: 'running', stateReason: null, stateDetail: null })
  const again = await drive(runId)
  expect(again).toMatchObject({ state: 'paused', stateReason: 'failures' })
  expect([10, 11, 12]).toContain(failedOf(again.items) - failed)
  fake.plan({})
  await actOnRun(scene.manager, at, { act: 'resume' })
  const ended = await drive(runId)
  expect(ended.state).toBe('done')
  expect(failedOf(ended.items)).toBe(failedOf(again.items))
})

test.each([
  ['one that is done among them', 'Question 4 of'],
  ['one that failed otherwise among them', 'nothing'],
])('%s, and the run goes on', async (_, includes) => {
  const scene = await prefillScene(14)
  // One after the other, so that the fifth item ends before the eleventh on any machine.
  await prisma().prefillSettings.update({ where: { projectId: scene.project.id }, data: { concurrency: 1 } })
  fake.plan(
    includes === 'nothing'
      ? { faults: [{ kind: 'refused', includes: 'Question 4 of' }, { kind: 'bad_request' }] }
      : {
          faults: scene.tasks.flatMap((_task, n) =>
            n === 4 ? [] : [{ kind: 'bad_request' as const, includes: `Question ${n} of` }],
          ),
        },
  )
  const run = await drive((await startVerdicts(scene)).id)
  expect(run).toMatchObject({ state: 'done', firstFailures: null })
  expect(run.items.filter(({ state }) => state === 'failed').length).toBeGreaterThanOrEqual(13)
})
