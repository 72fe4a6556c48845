/** Providers that misbehave, and workers that are killed on the way. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { someOf } from '@/tests/support/every-case'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import type { FakeStats } from '@/tests/support/fake-openai-stats'
import { type FakeSearch, startFakeSearch } from '@/tests/support/fake-search'
import { MODEL, prefillScene, readRun, startVerdicts } from '@/tests/support/prefill-scene'
import { type SpawnedWorker, spawnWorker } from '@/tests/support/spawn-worker'
import { untilDone } from '@/tests/support/wait'
import { actOnRun } from './act-on-run'

const ITEMS = 60
/** When a worker is killed: once so many answers have been delivered. */
const KILLS_AT = someOf([12, 26, 40], (count) => count !== 26)
/** A worker that is alive never loses an item; what the provider leaves unanswered is tried again after `callMs`. */
const LIMITS = { leaseMs: 20_000, sliceMs: 60_000, callMs: 10_000, tryingMs: 600_000, backoffMs: 5, tries: 6 }

let models: FakeOpenAI
let searches: FakeSearch
const workers: SpawnedWorker[] = []
const start = async () => {
  const worker = await spawnWorker(LIMITS)
  workers.push(worker)
  return worker
}

beforeAll(async () => {
  models = await startFakeOpenAI(
    {
      latencyMs: 20,
      faults: [
        { kind: 'rate_limit', share: 0.08, times: 1, retryAfter: '0' },
        { kind: 'server_error', share: 0.08, times: 2 },
        { kind: 'drop', share: 0.05, times: 1 },
        { kind: 'hang', share: 0.03, times: 1 },
        { kind: 'wrong_schema', share: 0.05, times: 1 },
        { kind: 'truncated', share: 0.03, times: 1 },
        { kind: 'refused', share: 0.02, times: 1 },
        { kind: 'injected', share: 0.03, times: 1 },
      ],
    },
    { answer: () => ({ thought: null, wrong: [{ number: 2, reason: 'It is larger.', type: 'knowledge_error' }] }) },
  )
  searches = await startFakeSearch({
    faults: [
      { kind: 'rate_limit', share: 0.08, times: 1, retryAfter: '0' },
      { kind: 'server_error', share: 0.05, times: 1 },
      { kind: 'injected', share: 0.05 },
    ],
  })
  process.env.OPENAI_BASE_URL = models.url
  process.env.SERPER_API_KEY = 'only-for-tests'
  process.env.SERPER_BASE_URL = searches.urls.serper
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await models.close()
  await searches.close()
})

/** What moves on as long as anybody works: requests, answers, items that are through. */
const progress = async () => [
  models.stats().requests,
  models.stats().delivered,
  searches.stats().requests,
  await prisma().runItem.count({ where: { state: { in: ['done', 'failed'] } } }),
]
const untilDelivered = (count: number) => untilDone(() => models.stats().delivered >= count, progress)
const untilEnded = (runId: string) =>
  untilDone(async () => (await prisma().run.findUniqueOrThrow({ where: { id: runId } })).state === 'done', progress)

/** As if the lease of what a killed worker had in hand were over: nobody else is at work then. */
const endLeases = async () => {
  const past = new Date(0)
  await prisma().runItem.updateMany({ where: { leasedUntil: { not: null } }, data: { leasedUntil: past } })
  await prisma().providerCall.updateMany({ where: { leasedUntil: { not: null } }, data: { leasedUntil: past } })
  await prisma().run.updateMany({ data: { drivenAt: past } })
}

/** Calls that somebody had under way, and whose answer nobody has kept. */
const pendingKeys = async () =>
  (await prisma().providerCall.findMany({ where: { state: 'pending' }, select: { key: true } })).map(({ key }) => key)

const deliveredAgain = ({ keys }: FakeStats) =>
  Object.entries(keys).flatMap(([key, { delivered }]) => (delivered > 1 ? [key] : []))

test('each item is done exactly once, and no answer that was kept is asked for again', async () => {
  const scene = await prefillScene(ITEMS)
  await prisma().prefillSettings.update({ where: { projectId: scene.project.id }, data: { search: 'serper' } })
  const { id } = await startVerdicts(scene, {
    steps: [{ key: 'verdicts', method: 'model', model: MODEL, parameters: { variant: 'links' } }],
  })
  const interrupted = new Set<string>()
  for (const kills of KILLS_AT) {
    const victim = await start()
    await victim.ready
    await untilDelivered(kills)
    await victim.kill()
    for (const key of await pendingKeys()) interrupted.add(key)
    await endLeases()
    expect(await prisma().runItem.count({ where: { runId: id, state: 'waiting' } })).toBeGreaterThan(0)
  }
  for (const { ready } of await Promise.all([start(), start()])) await ready
  await untilEnded(id)
  // What was refused, cut or malformed is asked for again because a person wants it.
  for (let retries = 0; retries < 10 && (await readRun(id)).items.some(({ state }) => state === 'failed'); retries++) {
    await actOnRun(scene.manager, { projectId: scene.project.id, runId: id }, { act: 'retry' })
    await untilEnded(id)
  }
  const run = await readRun(id)
  expect(run.items.map(({ state, error }) => [state, error])).toEqual(Array(ITEMS).fill(['done', null]))
  expect(new Set(run.items.map(({ taskId }) => taskId)).size).toBe(ITEMS)

  const places = run.suggestions.map(({ taskId, unitId, question }) => `${taskId} ${unitId} ${question}`)
  expect(new Set(places).size).toBe(places.length)
  expect(new Set(run.suggestions.map(({ taskId }) => taskId)).size).toBe(ITEMS)
  expect(run.items.reduce((sum, { suggestions }) => sum + suggestions, 0)).toBe(places.length)

  const calls = await prisma().providerCall.findMany({ where: { runId: id } })
  expect(calls.filter(({ state }) => state !== 'done')).toEqual([])
  const sends = new Map(calls.map(({ key, sends }) => [key, sends]))
  const again: string[] = []
  for (const stats of [models.stats(), searches.stats()]) {
    expect(stats.invalid).toEqual([])
    again.push(...deliveredAgain(stats))
    for (const [key, { received }] of Object.entries(stats.keys))
      expect(received).toBeLessThanOrEqual(sends.get(key) ?? 0)
  }
  expect(again.filter((key) => !interrupted.has(key))).toEqual([])

  const spent = calls.reduce((sum, { costMicro }) => sum + costMicro, 0n)
  expect([run.spentMicro, run.reservedMicro]).toEqual([spent, 0n])
  expect(await prisma().searchRecord.count({ where: { projectId: scene.project.id } })).toBe(ITEMS)

  const cheap = await startVerdicts(scene, {
    steps: [{ key: 'verdicts', method: 'model', model: MODEL, parameters: { variant: 'links' } }],
  })
  const before = models.stats().requests
  await untilEnded(cheap.id)
  expect((await readRun(cheap.id)).spentMicro).toBe(0n)
  expect(models.stats().requests - before).toBe(0)
})
