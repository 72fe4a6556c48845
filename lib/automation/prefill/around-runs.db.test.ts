/** What else goes through the driver and the ledger: generated responses, trials, settings. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { actorOf } from '@/tests/actors'
import { makeMember } from '@/tests/factories'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import { drive, MODEL, PRICE, prefillScene } from '@/tests/support/prefill-scene'
import { startGeneration } from './generation/start-generation'
import { getPrefill } from './queries'
import { standstillText } from './rules'
import { trySteps } from './try-steps'
import { updatePrefill } from './update-prefill'
import { driveRunHandler } from './work/drive-run'

let fake: FakeOpenAI
beforeAll(async () => {
  fake = await startFakeOpenAI({})
  env().OPENAI_BASE_URL = fake.url
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.plan({ answers: { text: 'The Pacific. It is vast.', 'verdicts-plain': { thought: null, wrong: [] } } })
  fake.reset()
})

test('a generation makes each response an item, paid once', async () => {
  const { project, manager } = await prefillScene(0)
  const prompts = [1, 2, 3].map((n) => ({ prompt: `Which is ocean number ${n} of ${project.id}?`, externalId: null }))
  const wanted = { name: 'Answers', prompts, models: [MODEL], temperature: 0, maxTokens: 100, budgetMicro: null }
  const run = await drive((await startGeneration(manager, project.id, wanted)).id)
  expect(run.items.map(({ state, itemId }) => [state, itemId !== null])).toEqual(Array(3).fill(['done', true]))
  expect(await prisma().item.count({ where: { projectId: project.id, source: MODEL } })).toBe(3)
  const again = await drive((await startGeneration(manager, project.id, wanted)).id)
  expect(again).toMatchObject({ state: 'done', calls: 0, cachedCalls: 3, spentMicro: 0n })
  expect(fake.stats().requests).toBe(3)
  fake.plan({ apiKey: 'sk-another' })
  const other = { ...wanted, prompts: [{ prompt: 'Another?', externalId: null }] }
  const stopped = await drive((await startGeneration(manager, project.id, other)).id)
  expect(stopped).toMatchObject({
    state: 'paused',
    stateReason: 'provider',
    items: [{ state: 'waiting', errorCode: 'wrong_key' }],
  })
})

test('a trial shows what was asked and costs what it costs; a refusal is asked for again', async () => {
  const scene = await prefillScene(1)
  const steps = [{ key: 'verdicts', method: 'model' as const, model: MODEL, parameters: {} }]
  const body = { itemId: scene.tasks[0]?.itemId ?? '', stage: 'segments', steps }
  const attempt = () => trySteps(scene.manager, scene.project.id, body, new AbortController().signal)
  fake.plan({ faults: [{ kind: 'refused' }] })
  expect(await attempt()).toMatchObject({
    failure: { step: 'verdicts', code: 'refused' },
    proposals: [],
    asked: [{ outcome: 'refused' }],
  })
  fake.plan({ answers: { 'verdicts-plain': { thought: null, wrong: [] } } })
  const tried = await attempt()
  expect(tried.failure).toBeNull()
  expect(tried.proposals.map(({ question, value }) => [question, value])).toEqual([
    ['label', true],
    ['label', true],
  ])
  expect(tried.asked).toMatchObject([{ step: 'verdicts', model: MODEL, cached: false, outcome: 'ok' }])
  expect(tried.asked[0]?.user).toContain(scene.project.id)
  expect((await attempt()).asked).toMatchObject([{ cached: true, costMicro: 0 }])
  const { spentMicro } = await getPrefill(scene.manager, scene.project.id)
  const calls = await prisma().providerCall.findMany({ where: { projectId: scene.project.id } })
  expect(BigInt(spentMicro)).toBe(calls.reduce((sum, { costMicro }) => sum + costMicro, 0n))
  expect(await prisma().suggestion.count({ where: { task: { projectId: scene.project.id } } })).toBe(0)
})

test('settings are the manager’s to change, and every change is remembered', async () => {
  const { project, manager } = await prefillScene(0)
  const changed = await updatePrefill(manager, project.id, { concurrency: 3, budgetMicro: 500, prices: [PRICE] })
  expect(changed).toMatchObject({
    settings: { concurrency: 3, budgetMicro: 500, prices: [PRICE] },
    models: { configured: true },
  })
  const [event] = await prisma().event.findMany({ where: { projectId: project.id, type: 'prefill.updated' } })
  expect(event?.data).toEqual({ concurrency: { from: 8, to: 3 }, budgetMicro: { from: null, to: 500 } })
  for (const wrong of [{ search: 'nowhere' }, { prices: [PRICE, PRICE] }])
    await expect(updatePrefill(manager, project.id, wrong)).rejects.toMatchObject({ code: 'rule' })
  const annotator = actorOf(await makeMember(project, 'annotator'))
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  await expect(getPrefill(annotator, project.id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(updatePrefill(reviewer, project.id, { concurrency: 1 })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await getPrefill(reviewer, project.id)).toMatchObject({ settings: { concurrency: 3 } })
})

test('a run that took its worker down again and again is paused and says why; one whose driver was replaced goes on', async () => {
  const { project, manager } = await prefillScene(0)
  const prompts = [{ prompt: 'Which ocean?', externalId: null }]
  const wanted = { name: 'Answers', prompts, models: [MODEL], temperature: 0, maxTokens: 100, budgetMicro: null }
  const { id: runId } = await startGeneration(manager, project.id, wanted)
  await driveRunHandler().giveUp?.({ runId, slot: 0 }, 'used up')
  expect(await prisma().run.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({ state: 'running' })
  await driveRunHandler().giveUp?.({ runId, slot: 0 }, 'died')
  const run = await prisma().run.findUniqueOrThrow({ where: { id: runId }, select: { state: true, stateReason: true } })
  expect(run).toEqual({ state: 'paused', stateReason: 'died' })
  expect(standstillText({ ...run, stateDetail: null })).toContain('ended again and again')
})
