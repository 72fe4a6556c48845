import { v4 as uuidv4 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadTokenCounter } from '@/lib/automation/llm/count-tokens'
import type { ChatRequest } from '@/lib/automation/llm/port'
import { worstCostOf } from '@/lib/automation/llm/prices'
import { isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import { prisma, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { archiveProject } from '@/lib/workspace/projects/archive-project'
import { driveToEnd } from '@/prisma/scenarios/prefill'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeAssignment, makeMember, makeUser } from '@/tests/factories'
import { whileWritesFail } from '@/tests/support/failing-table'
import { type FakeOpenAI, startFakeOpenAI } from '@/tests/support/fake-openai'
import type { FaultKind } from '@/tests/support/fake-openai-plan'
import {
  drive,
  MODEL,
  PRICE,
  prefillScene,
  readRun,
  SHORT,
  startVerdicts,
  startVerdictsByRules,
} from '@/tests/support/prefill-scene'
import { untilSomebodyWaits } from '@/tests/support/until-somebody-waits'
import { until } from '@/tests/support/wait'
import { actOnRun } from './act-on-run'
import { foreseeRun } from './chosen/queries'
import { getRun, listRunItems, listRuns } from './queries'
import { reviveRuns } from './revive-runs'
import { driveRun } from './work/drive-run'
import { endRun } from './work/items'

let fake: FakeOpenAI

beforeAll(async () => {
  fake = await startFakeOpenAI(
    {},
    { answer: () => ({ thought: null, wrong: [{ number: 2, reason: 'It is larger.', type: 'knowledge_error' }] }) },
  )
  env().OPENAI_BASE_URL = fake.url
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.plan({})
  fake.reset()
})

const failing = (kind: FaultKind, rest = {}) => fake.plan({ faults: [{ kind, ...rest }] })
const states = (items: readonly { state: string }[]) => items.map(({ state }) => state)
const keysSentTwice = () => Object.values(fake.stats().keys).filter(({ delivered }) => delivered > 1)

test('a run whose plan cannot be read takes no other run away', async () => {
  const scene = await prefillScene(1)
  const good = await startVerdicts(scene)
  const bad = await prisma().run.create({
    data: {
      projectId: scene.project.id,
      kind: 'import',
      name: 'Of an older version',
      state: 'done',
      plan: {},
      finishedAt: new Date(),
    },
  })
  const { runs } = await listRuns(scene.manager, scene.project.id)
  expect(runs.map(({ id, plan }) => [id, plan?.stage ?? null])).toEqual([
    [bad.id, null],
    [good.id, 'segments'],
  ])
})

describe('a run that is started under an id', () => {
  const runsOf = ({ project }: Awaited<ReturnType<typeof prefillScene>>) =>
    prisma().run.findMany({ where: { projectId: project.id }, include: { items: true } })
  const startedEvents = ({ project }: Awaited<ReturnType<typeof prefillScene>>) =>
    prisma().event.count({ where: { projectId: project.id, type: 'run.started' } })

  test('is started once, however often and however close together the request comes', async () => {
    const scene = await prefillScene(3)
    const runId = uuidv4()
    const [first, second] = await Promise.all([startVerdicts(scene, { runId }), startVerdicts(scene, { runId })])
    expect([first.id, second.id]).toEqual([runId, runId])
    expect((await runsOf(scene)).map(({ id, items }) => [id, items.length])).toEqual([[runId, 3]])
    await drive(runId)
    expect(await startVerdicts(scene, { runId })).toMatchObject({ id: runId, state: 'done' })
    expect(await runsOf(scene)).toHaveLength(1)
    expect(await startedEvents(scene)).toBe(1)
  })

  test('is a second run under a second id', async () => {
    const scene = await prefillScene(1)
    const [first, second] = [
      await startVerdicts(scene, { runId: uuidv4() }),
      await startVerdicts(scene, { runId: uuidv4() }),
    ]
    expect(second.id).not.toBe(first.id)
    expect(await runsOf(scene)).toHaveLength(2)
  })

  test('is not taken for another one that has the id: of another name, person or project', async () => {
    const scene = await prefillScene(1)
    const { id: runId } = await startVerdicts(scene)
    const conflict = { code: 'conflict', message: expect.stringContaining('Another run has this id') }
    await expect(startVerdicts(scene, { runId, name: 'Others' })).rejects.toMatchObject(conflict)
    const other = actorOf(await makeMember(scene.project, 'manager'))
    await expect(startVerdicts({ ...scene, manager: other }, { runId })).rejects.toMatchObject(conflict)
    await expect(startVerdicts(await prefillScene(1), { runId })).rejects.toMatchObject(conflict)
    expect(await runsOf(scene)).toHaveLength(1)
  })
})

describe('a run', () => {
  test('is worked on to its end by one driver after the other where each has hardly any time', async () => {
    const { id } = await startVerdicts(await prefillScene(9))
    await driveToEnd(id, { ...SHORT, sliceMs: 0 })
    expect(await readRun(id)).toMatchObject({ state: 'done', calls: 9 })
  })

  test('gives every task its suggestions, with where they come from, and ends', async () => {
    const scene = await prefillScene(5)
    const started = await startVerdicts(scene)
    expect(started).toMatchObject({ state: 'running', items: { waiting: 5 }, spentMicro: 0, by: scene.manager.name })
    const run = await drive(started.id)
    expect(run).toMatchObject({ state: 'done', calls: 5, cachedCalls: 0 })
    expect(states(run.items)).toEqual(['done', 'done', 'done', 'done', 'done'])
    const [prompt] = run.plan.steps[0]?.prompts ?? []
    for (const task of scene.tasks) {
      const own = run.suggestions.filter(({ taskId }) => taskId === task.id)
      expect(own.map(({ question, value, model, source }) => [question, value, model, source]).sort()).toEqual([
        ['errorType', 'knowledge_error', MODEL, 'Segment verdicts'],
        ['label', false, MODEL, 'Segment verdicts'],
        ['label', true, MODEL, 'Segment verdicts'],
        ['reason', 'It is larger.', MODEL, 'Segment verdicts'],
      ])
      expect(new Set(own.map(({ promptHash }) => promptHash))).toEqual(new Set([prompt?.hash]))
    }
    const calls = await prisma().providerCall.findMany({ where: { runId: run.id } })
    expect(calls.every(({ state, reservedMicro }) => state === 'done' && reservedMicro === 0n)).toBe(true)
    const spent = calls.reduce((sum, { costMicro }) => sum + costMicro, 0n)
    expect(spent).toBeGreaterThan(0n)
    const settings = await prisma().prefillSettings.findUniqueOrThrow({ where: { projectId: scene.project.id } })
    expect([run.spentMicro, run.reservedMicro, settings.spentMicro, settings.reservedMicro]).toEqual([
      spent,
      0n,
      spent,
      0n,
    ])
    const events = await prisma().event.findMany({ where: { projectId: scene.project.id, type: 'run.started' } })
    expect(events.map(({ data }) => data)).toEqual([{ runId: run.id, name: 'Verdicts', items: 5 }])
    expect(await prisma().promptText.count({ where: { hash: prompt?.hash } })).toBe(1)
  })

  test('by rules needs nobody, and says that it is rules', async () => {
    const run = await drive((await startVerdictsByRules(2)).id)
    expect(run.state).toBe('done')
    expect(fake.stats().requests).toBe(0)
    expect(run.suggestions.map(({ source, model }) => [source, model])).toEqual([
      ['Assay rules: Segment verdicts', null],
      ['Assay rules: Segment verdicts', null],
    ])
  })

  test('leaves out what somebody submitted, and what the manager left out', async () => {
    const scene = await prefillScene(4)
    const [first, second, third] = scene.tasks
    if (!first || !second || !third) throw new Error('there are tasks')
    const annotator = await makeUser()
    await makeAnnotation(first, annotator, {}, true)
    const itemIds = [first.itemId, second.itemId, third.itemId]
    const run = await startVerdicts(scene, { target: { itemIds, most: 1 } })
    expect(run.plan?.target).toEqual({ pool: 3, onlyNew: false, most: 1 })
    const done = await drive(run.id)
    expect(done.items.map(({ taskId }) => taskId)).toEqual([second.id])
    const again = await startVerdicts(scene, { target: { itemIds, onlyNew: true } })
    expect((await readRun(again.id)).items.map(({ taskId }) => taskId)).toEqual([third.id])
    await expect(startVerdicts(scene, { target: { itemIds: [first.itemId] } })).rejects.toMatchObject({ code: 'rule' })
  })

  test('takes what was selected in the list, and tells before what it would leave out', async () => {
    const scene = await prefillScene(5)
    const [first, second, third, fourth] = scene.tasks
    if (!first || !second || !third || !fourth) throw new Error('there are tasks')
    const [partner, other] = [await makeUser(), await makeUser()]
    await makeAnnotation(first, partner, {}, true)
    await prisma().task.update({ where: { id: second.id }, data: { state: 'discarded' } })
    // The manager's own: that a partner has submitted is not told.
    for (const task of [third, fourth]) {
      await makeAssignment(task, { id: scene.manager.userId })
      if (task === third) await makeAnnotation(task, other, {}, true)
    }
    const selection = { filter: { state: 'open' as const }, expected: 4 }
    const foreseen = { taken: 1, own: 2, suggested: 0, left: [{ reason: 'submitted', items: 1 }] }
    expect(await foreseeRun(scene.manager, scene.project.id, selection)).toMatchObject([foreseen])
    const all = { filter: {}, expected: 5 }
    const [stage] = await foreseeRun(scene.manager, scene.project.id, all)
    expect(stage?.left).toEqual([
      { reason: 'discarded', items: 1 },
      { reason: 'submitted', items: 1 },
    ])
    const run = await startVerdicts(scene, { target: { selection } })
    expect(run.plan?.target).toMatchObject({ selected: 4 })
    expect((await readRun(run.id)).items).toHaveLength(2)
    await expect(startVerdicts(scene, { target: { selection: { ...selection, expected: 5 } } })).rejects.toMatchObject({
      code: 'conflict',
    })
    const reviewer = actorOf(await makeMember(scene.project, 'reviewer'))
    await expect(foreseeRun(reviewer, scene.project.id, all)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is refused with a reason where its steps cannot be run', async () => {
    const scene = await prefillScene(1)
    const refused: [object, RegExp][] = [
      [{ stage: 'nowhere' }, /no stage "nowhere"/],
      [{ steps: [{ key: 'nothing', method: 'rules' }] }, /no step "nothing"/],
      [
        { steps: [{ key: 'verdicts', method: 'model', model: MODEL, parameters: { variant: 'loud' } }] },
        /Segment verdicts/,
      ],
      [{ steps: [{ key: 'verdicts', method: 'model' }] }, /ASSAY_MODEL/],
    ]
    for (const [given, message] of refused)
      await expect(startVerdicts(scene, given)).rejects.toMatchObject({
        code: 'rule',
        message: expect.stringMatching(message),
      })
    expect(await prisma().run.count({ where: { projectId: scene.project.id } })).toBe(0)
  })

  test('is for managers to start and stop, and not for annotators to read', async () => {
    const scene = await prefillScene(1)
    const run = await startVerdicts(scene)
    const at = { projectId: scene.project.id, runId: run.id }
    for (const role of ['annotator', 'reviewer', 'viewer'] as const) {
      const actor = actorOf(await makeMember(scene.project, role))
      await expect(startVerdicts({ ...scene, manager: actor })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(actOnRun(actor, at, { act: 'cancel' })).rejects.toMatchObject({ code: 'forbidden' })
      if (role === 'annotator')
        await expect(getRun(actor, at.projectId, run.id)).rejects.toMatchObject({ code: 'forbidden' })
      else expect(await getRun(actor, at.projectId, run.id)).toMatchObject({ id: run.id })
    }
    const stranger = actorOf(await makeUser())
    await expect(listRuns(stranger, at.projectId)).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = await prefillScene(1)
    await expect(
      actOnRun(elsewhere.manager, { ...at, projectId: elsewhere.project.id }, { act: 'cancel' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      listRunItems(elsewhere.manager, { ...at, projectId: elsewhere.project.id }, { after: 0 }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('nothing is paid twice', () => {
  test('by a run of the same steps, nor by items with the same content, nor by people who ask at once', async () => {
    const scene = await prefillScene(3)
    const first = await drive((await startVerdicts(scene)).id)
    const second = await drive((await startVerdicts(scene)).id)
    expect(second).toMatchObject({ state: 'done', calls: 0, cachedCalls: 3, spentMicro: 0n })
    expect(second.suggestions.length).toBe(first.suggestions.length)
    expect(Object.keys(fake.stats().keys)).toHaveLength(3)
    const runs = await Promise.all([startVerdicts(await prefillScene(3)), startVerdicts(scene), startVerdicts(scene)])
    await Promise.all(runs.map(({ id }) => drive(id)))
    expect(keysSentTwice()).toEqual([])
    expect(Object.keys(fake.stats().keys)).toHaveLength(6)
  })
})

test('a run is ended and acted upon while something new refers to it', async () => {
  const scene = await prefillScene(1)
  const { id } = await startVerdicts(scene)
  const at = { projectId: scene.project.id, runId: id }
  await transaction(async (tx) => {
    // As a suggestion does that is written; its transaction counts in the run afterwards.
    await tx.$executeRaw`select 1 from runs where id = ${id}::uuid for key share`
    expect(await endRun(id)).toBe(false)
    expect(await actOnRun(scene.manager, at, { act: 'pause' })).toMatchObject({ state: 'paused' })
    await tx.$executeRaw`update runs set calls = calls + 1 where id = ${id}::uuid`
  })
})

/** The most that the call of the project's only row in the ledger could have cost. */
async function worstOf(projectId: string): Promise<number> {
  const call = await prisma().providerCall.findFirstOrThrow({ where: { projectId } })
  const request = { ...(call.request as unknown as Omit<ChatRequest, 'model'>), model: MODEL }
  return worstCostOf([PRICE], request, await loadTokenCounter()).micro
}

describe('a ceiling', () => {
  test.each(['run', 'project'] as const)('of the %s stops it before the call that could pass it', async (of) => {
    const scene = await prefillScene(6)
    const [probe] = (await drive((await startVerdicts(scene, { target: { most: 1 } })).id)).items
    const each = Number(probe?.spentMicro)
    const worst = await worstOf(scene.project.id)
    // So that the third call may be paid, and the fourth would pass it.
    const budgetMicro = worst + 2 * each + Math.floor(each / 2)
    if (of === 'project')
      await prisma().prefillSettings.update({ where: { projectId: scene.project.id }, data: { budgetMicro } })
    const started = await startVerdicts(scene, of === 'run' ? { budgetMicro } : {})
    const run = await drive(started.id)
    expect(run).toMatchObject({ state: 'paused', stateReason: 'budget', reservedMicro: 0n })
    const { spentMicro } =
      of === 'run' ? run : await prisma().prefillSettings.findUniqueOrThrow({ where: { projectId: scene.project.id } })
    expect(Number(spentMicro)).toBe(3 * each)
    expect(Number(spentMicro) + worst).toBeGreaterThan(budgetMicro)
    expect(Number(spentMicro)).toBeLessThanOrEqual(budgetMicro)
    expect(run.items.filter(({ state }) => state === 'done')).toHaveLength(of === 'run' ? 4 : 3)
    expect(run.items.some(({ state }) => state === 'failed')).toBe(false)
    const waiting = run.items.filter(({ state }) => state === 'waiting')
    expect(waiting.length).toBeGreaterThan(0)
    expect(await getRun(scene.manager, scene.project.id, run.id)).toMatchObject({ failures: [{ code: 'budget' }] })
    await prisma().prefillSettings.update({ where: { projectId: scene.project.id }, data: { budgetMicro: null } })
    await actOnRun(scene.manager, { projectId: scene.project.id, runId: run.id }, { act: 'resume', budgetMicro: null })
    const ended = await drive(run.id)
    expect([ended.state, ...new Set(states(ended.items))]).toEqual(['done', 'done'])
    expect(ended.items.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1])
    expect(keysSentTwice()).toEqual([])
  })
})

describe('what goes wrong', () => {
  const table: [FaultKind, string, RegExp][] = [
    ['server_error', 'server_error', /failed with status 500/],
    ['hang', 'timeout', /no answer within/],
    ['drop', 'unreachable', /cannot be reached/],
    ['bad_request', 'bad_request', /did not accept/],
    ['truncated', 'truncated', /cut off/],
    ['refused', 'refused', /refused to answer/],
    ['wrong_schema', 'malformed', /does not have the form/],
    ['not_json', 'malformed', /does not have the form/],
    ['html', 'server_error', /not an answer/],
  ]
  test.each(table)('%s fails the item as %s, in words; retrying completes it', async (kind, code, words) => {
    failing(kind)
    const scene = await prefillScene(2)
    const run = await drive((await startVerdicts(scene)).id, kind === 'hang' ? { ...SHORT, callMs: 300 } : SHORT)
    expect(run.state).toBe('done')
    for (const item of run.items)
      expect(item).toMatchObject({
        state: 'failed',
        errorCode: code,
        error: expect.stringMatching(words),
        step: 'verdicts',
        suggestions: 0,
      })
    const view = await getRun(scene.manager, scene.project.id, run.id)
    expect(view.failures).toEqual([{ code, items: 2, message: expect.stringMatching(words) }])
    fake.plan({})
    await actOnRun(scene.manager, { projectId: scene.project.id, runId: run.id }, { act: 'retry' })
    const again = await drive(run.id)
    expect([again.state, ...states(again.items)]).toEqual(['done', 'done', 'done'])
    expect(again.suggestions).toHaveLength(8)
    expect(again.items.map(({ attempts }) => attempts)).toEqual([2, 2])
    expect(again.reservedMicro).toBe(0n)
  })

  test('passing failures are tried again under the same key, and 429 holds everybody back', async () => {
    failing('rate_limit', { times: 2, retryAfter: '0' })
    const run = await drive((await startVerdicts(await prefillScene(3))).id)
    expect(states(run.items)).toEqual(['done', 'done', 'done'])
    expect(run.calls).toBe(9)
    expect(Object.values(fake.stats().keys).map(({ received, delivered }) => [received, delivered])).toEqual([
      [3, 1],
      [3, 1],
      [3, 1],
    ])
    const gate = await prisma().providerGate.findUnique({ where: { key: 'openai' } })
    expect(gate).not.toBeNull()
  })

  test('a wrong key stops the run instead of failing all items', async () => {
    fake.plan({ apiKey: 'sk-another' })
    const scene = await prefillScene(12)
    const run = await drive((await startVerdicts(scene)).id)
    expect(run).toMatchObject({ state: 'paused', stateReason: 'provider' })
    expect(new Set(states(run.items))).toEqual(new Set(['waiting']))
    expect(fake.stats().requests).toBeLessThan(12)
    fake.plan({})
    await actOnRun(scene.manager, { projectId: scene.project.id, runId: run.id }, { act: 'resume' })
    expect(new Set(states((await drive(run.id)).items))).toEqual(new Set(['done']))
  })

  test('an injected answer changes nothing but the suggestion that it is in', async () => {
    const scene = await prefillScene(2)
    const before = await prisma().unit.findMany({
      where: { task: { projectId: scene.project.id } },
      orderBy: { id: 'asc' },
    })
    failing('injected', { includes: 'Question 0' })
    const run = await drive((await startVerdicts(scene)).id)
    const hurt = run.items[0]
    expect(['done', 'failed']).toContain(hurt?.state)
    expect(run.items[1]?.state).toBe('done')
    expect(run.suggestions.filter(({ taskId }) => taskId === scene.tasks[1]?.id)).toHaveLength(4)
    const after = await prisma().unit.findMany({
      where: { task: { projectId: scene.project.id } },
      orderBy: { id: 'asc' },
    })
    expect(after).toEqual(before)
    expect(await prisma().annotation.count({ where: { task: { projectId: scene.project.id } } })).toBe(0)
  })
})

describe('a database in trouble', () => {
  test('ends no work on items in hand: what they were answered is not paid twice', async () => {
    const scene = await prefillScene(3)
    const answer = fake.hold(1)
    const { id } = await startVerdicts(scene)
    const third = { table: 'run_items', write: 'update', when: `new.position = 3 and new.state = 'running'` } as const
    await whileWritesFail({ ...third, state: '57P01' }, async (hasFailed) => {
      const driving = driveRun({ runId: id, slot: 0 }, new AbortController().signal, SHORT).catch(isDatabaseTrouble)
      // One of the first two is done, and the third could not be taken in its place.
      await until(hasFailed)
      answer()
      expect(await driving).toBe(true)
    })
    expect(states((await readRun(id)).items)).toEqual(['done', 'done', 'waiting'])
    const run = await drive(id)
    expect(run).toMatchObject({ state: 'done', calls: 3 })
    expect(Object.values(fake.stats().keys).map(({ delivered }) => delivered)).toEqual([1, 1, 1])
  })
})

describe('people stop a run', () => {
  test('a pause leaves the rest waiting, and resuming ends it', async () => {
    const scene = await prefillScene(12)
    const answer = fake.hold(1)
    const { id } = await startVerdicts(scene)
    const driving = drive(id)
    await until(() => fake.stats().delivered > 0)
    const at = { projectId: scene.project.id, runId: id }
    expect(await actOnRun(scene.manager, at, { act: 'pause' })).toMatchObject({
      state: 'paused',
      stateReason: 'person',
    })
    answer()
    const paused = await driving
    expect(paused.state).toBe('paused')
    expect(paused.items.some(({ state }) => state === 'running')).toBe(false)
    await expect(actOnRun(scene.manager, at, { act: 'pause' })).rejects.toMatchObject({ code: 'rule' })
    await actOnRun(scene.manager, at, { act: 'resume' })
    const ended = await drive(id)
    expect(new Set(states(ended.items))).toEqual(new Set(['done']))
    expect(ended.suggestions).toHaveLength(48)
    expect(keysSentTwice()).toEqual([])
  })

  test('archiving the project pauses its runs, which are resumed once it is in use again', async () => {
    const scene = await prefillScene(2)
    const { id } = await startVerdicts(scene)
    await archiveProject(scene.manager, scene.project.id, true)
    await driveRun({ runId: id, slot: 0 }, new AbortController().signal, SHORT)
    expect(await readRun(id)).toMatchObject({ state: 'paused', stateReason: 'archived', calls: 0 })
    const resume = () => actOnRun(scene.manager, { projectId: scene.project.id, runId: id }, { act: 'resume' })
    await expect(resume()).rejects.toMatchObject({ code: 'rule' })
    await archiveProject(scene.manager, scene.project.id, false)
    await resume()
    expect(await drive(id)).toMatchObject({ state: 'done', calls: 2 })
  })

  test('a run that is started while the project is being archived waits for it, and is refused', async () => {
    const scene = await prefillScene(1)
    let starting: Promise<unknown> = Promise.resolve()
    await transaction(async (tx) => {
      await tx.$executeRaw`update projects set archived_at = now() where id = ${scene.project.id}::uuid`
      const refused = expect(startVerdicts(scene)).rejects.toMatchObject({ code: 'rule' })
      starting = refused
      await untilSomebodyWaits()
    })
    await starting
    expect(await prisma().run.count({ where: { projectId: scene.project.id } })).toBe(0)
  })

  test('a cancellation cuts off what is under way, for good', async () => {
    const scene = await prefillScene(6)
    failing('hang')
    const { id } = await startVerdicts(scene)
    const driving = drive(id, { ...SHORT, callMs: 60_000 })
    await until(() => fake.stats().inFlight > 0)
    const at = { projectId: scene.project.id, runId: id }
    await actOnRun(scene.manager, at, { act: 'cancel' })
    const run = await driving
    expect(run).toMatchObject({ state: 'cancelled', reservedMicro: 0n })
    expect(new Set(states(run.items))).toEqual(new Set(['cancelled']))
    expect(run.finishedAt).not.toBeNull()
    for (const act of ['pause', 'resume', 'cancel', 'retry'] as const)
      await expect(actOnRun(scene.manager, at, { act })).rejects.toMatchObject({ code: 'rule' })
  })
})

describe('a worker that died', () => {
  test('loses its items to whoever comes next, and what it held back is given up', async () => {
    const scene = await prefillScene(3)
    const { id } = await startVerdicts(scene)
    await prisma().$executeRaw`
      update run_items set state = 'running', worker = 'dead', attempts = 1, leased_until = now() - interval '1 second'
      where run_id = ${id}::uuid and position < 3`
    await prisma().$executeRaw`update runs set driven_at = now() - interval '1 hour' where id = ${id}::uuid`
    await reviveRuns()
    const run = await drive(id)
    expect(states(run.items)).toEqual(['done', 'done', 'done'])
    expect(run.items.map(({ attempts }) => attempts)).toEqual([1, 1, 1])
    expect(run.suggestions).toHaveLength(12)
  })

  test('writes nothing any more once it has lost an item', async () => {
    const scene = await prefillScene(1)
    const answer = fake.hold()
    const { id } = await startVerdicts(scene)
    const driving = drive(id, { ...SHORT, leaseMs: 600_000 })
    await until(() => fake.stats().inFlight > 0)
    await prisma().runItem.updateMany({
      where: { runId: id },
      data: { worker: 'another', leasedUntil: new Date(Date.now() + 600_000) },
    })
    answer()
    const run = await driving
    expect(run.items[0]).toMatchObject({ state: 'running', worker: 'another' })
    expect(run.suggestions).toEqual([])
  })
})
