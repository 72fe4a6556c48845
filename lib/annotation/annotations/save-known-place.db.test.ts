import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withQueries } from '@/bench/setting/asked-queries'
import { ACTING_USER_HEADER } from '@/lib/platform/api/endpoint'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { forgetRates } from '@/lib/platform/server/rate-limit'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf, sessionFor } from '@/tests/actors'
import { answersWith, makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { callRoute } from '@/tests/support/call-route'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { type SaveChange, saveAnswerEndpoint } from './contract'
import { forgetTasks, knownTask } from './known-tasks'
import { getWorkbench } from './queries'
import { saveAnswer } from './save-answers'
import { saveKnownPlace } from './save-known-place'
import { submitAnnotation } from './submit-annotation'

const label = (given: Partial<SaveChange> = {}): SaveChange => ({
  unit: 's1',
  question: 'label',
  value: true,
  expectedRevision: 0,
  origin: 'chosen',
  ...given,
})

beforeEach(forgetTasks)
afterEach(() => vi.restoreAllMocks())

async function openTask(state: 'reserved' | 'assigned' = 'assigned') {
  const project = await makeProject({ stage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project)
  await makeAssignment(task, person, state)
  const actor = actorOf(person)
  const { annotationId } = await getWorkbench(actor, task.id)
  const claim = { userId: person.id, sessionVersion: person.sessionVersion }
  const save = (change: SaveChange) => saveKnownPlace(claim, task.id, { annotationId, ...change })
  const saveInTurn = (change: SaveChange) => saveAnswer(actor, task.id, { annotationId, ...change })
  return { project, person, actor, task, annotationId, claim, save, saveInTurn }
}
type Scene = Awaited<ReturnType<typeof openTask>>

const labelsOf = (annotationId: string) =>
  prisma().label.findMany({
    where: { annotationId },
    select: { unit: { select: { key: true } }, question: true, value: true, revision: true, origin: true },
    orderBy: [{ unit: { key: 'asc' } }, { question: 'asc' }],
  })
const eventsOf = (annotationId: string) =>
  prisma().event.findMany({
    where: { annotationId, type: 'answer.saved' },
    orderBy: { id: 'asc' },
  })

describe('saveKnownPlace', () => {
  const step = { id: 'a-step', way: 'do' } as const
  const CHANGES: SaveChange[] = [
    label(),
    label({ value: false, expectedRevision: 1, step }),
    label({ value: null, expectedRevision: 2, origin: 'bulk' }),
    label({ value: true, expectedRevision: 3 }),
    label({ unit: 's2', question: 'reason', value: 'The “Pacific” is \\ larger.\n', origin: 'typed', step }),
    label({ unit: 'item', question: 'links', value: [{ url: 'https://example.org/a', note: 'table 2' }], step }),
  ]

  it('writes the rows and the events that saving in turn writes, and answers the same', async () => {
    const [known, inTurn] = [await openTask(), await openTask()]
    const withoutTime = (saved: object | null) => ({ ...saved, savedAt: null })
    for (const change of CHANGES)
      expect(withoutTime(await known.save(change))).toEqual(withoutTime(await inTurn.saveInTurn(change)))
    expect(await labelsOf(known.annotationId)).toEqual(await labelsOf(inTurn.annotationId))
    const [events, others] = [await eventsOf(known.annotationId), await eventsOf(inTurn.annotationId)]
    const dataOf = (written: typeof events) =>
      written.map(({ data }, at) => ({ ...(data as object), ...(CHANGES[at]?.step ? {} : { step: null }) }))
    expect(dataOf(events)).toEqual(dataOf(others))
    expect(events[0]?.data).toMatchObject({ from: null, step: { id: expect.any(String), way: 'do' } })
    const { person, project, task } = known
    for (const event of events)
      expect(event).toMatchObject({ actorId: person.id, projectId: project.id, itemId: task.itemId, taskId: task.id })
  })

  it('remembers in the event how what was there had come about', async () => {
    const { task, annotationId, save, saveInTurn } = await openTask()
    const unitId = task.units.find((unit) => unit.key === 's1')?.id ?? ''
    const suggestion = await prisma().suggestion.create({
      data: { taskId: task.id, unitId, question: 'label', value: false, source: 'labels.jsonl' },
    })
    const accept = label({ value: false, origin: 'suggestion', suggestionId: suggestion.id })
    // What was proposed is looked up in turn.
    expect(await save(accept)).toBeNull()
    await saveInTurn(accept)
    expect(await save(label({ expectedRevision: 1 }))).toMatchObject({ revision: 2 })
    expect((await eventsOf(annotationId)).at(-1)?.data).toMatchObject({
      from: false,
      was: { origin: 'suggestion', suggestionId: suggestion.id },
    })
  })

  it('prolongs a reservation', async () => {
    const { task, person, save } = await openTask('reserved')
    const where = { taskId_userId: { taskId: task.id, userId: person.id } }
    const soon = new Date(Date.now() + 5 * 60_000)
    await prisma().assignment.update({ where, data: { expiresAt: soon } })
    await save(label())
    const { expiresAt } = await prisma().assignment.findUniqueOrThrow({ where })
    expect(expiresAt?.getTime()).toBeGreaterThan(soon.getTime())
  })

  it('knows a place that was answered in turn, whoever opened the task elsewhere', async () => {
    const { save, saveInTurn } = await openTask()
    forgetTasks()
    expect(await save(label())).toBeNull()
    await saveInTurn(label())
    expect(await save(label({ value: false, expectedRevision: 1 }))).toMatchObject({ revision: 2 })
    expect(await save(label({ unit: 's2' }))).toBeNull()
  })

  it('is for the annotator alone', async () => {
    const { project, task, annotationId } = await openTask()
    const others = [
      await makeMember(project, 'annotator'),
      await makeMember(project, 'manager'),
      await makeUser({ isAdmin: true }),
    ]
    for (const { id, sessionVersion } of others)
      expect(await saveKnownPlace({ userId: id, sessionVersion }, task.id, { annotationId, ...label() })).toBeNull()
    expect(await labelsOf(annotationId)).toEqual([])
  })

  const of = ({ task, person }: Scene) => ({ taskId_userId: { taskId: task.id, userId: person.id } })
  const annotation = (data: object) => (scene: Scene) =>
    prisma().annotation.update({ where: { id: scene.annotationId }, data })
  const task = (data: object) => (scene: Scene) => prisma().task.update({ where: { id: scene.task.id }, data })
  const assignment = (data: object) => (scene: Scene) => prisma().assignment.update({ where: of(scene), data })

  // What the ordinary way refuses too: there it is said why.
  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'they left the project',
      ({ project, person }) =>
        prisma().membership.delete({ where: { projectId_userId: { projectId: project.id, userId: person.id } } }),
    ],
    [
      'the project was archived',
      ({ project }) => prisma().project.update({ where: { id: project.id }, data: { archivedAt: new Date() } }),
    ],
    ['the share was taken away', assignment({ state: 'released' })],
    ['the task was skipped', assignment({ state: 'skipped', skipReason: 'unclear' })],
    ['the annotation was submitted', annotation({ state: 'submitted', submittedAt: new Date() })],
    ['the submission can still be taken back', annotation({ heldUntil: new Date(Date.now() + 60_000) })],
    ['the task was discarded', task({ state: 'discarded' })],
    ['the task is prepared anew', task({ state: 'preparing' })],
    ['the task is in another round', task({ round: 2 })],
    [
      'the annotation was carried and never opened',
      async (scene) => {
        await prisma().task.update({ where: { id: scene.task.id }, data: { round: 2 } })
        await prisma().annotation.update({
          where: { id: scene.annotationId },
          data: { round: 2, guidelineVersion: null },
        })
      },
    ],
    [
      'the item was withdrawn',
      ({ project, task, person }) =>
        prisma().withdrawal.create({
          data: {
            id: randomUUID(),
            projectId: project.id,
            itemId: task.itemId,
            reason: 'Asked for.',
            erratum: 'It is gone.',
            byId: person.id,
          },
        }),
    ],
    [
      'the unit is no longer shown',
      ({ task }) =>
        transaction(async (tx) => {
          // Only gold of an earlier stage retires units, and makes the task anew.
          await tx.$executeRaw`set local session_replication_role = replica`
          await tx.$executeRaw`update units set retired_round = 1 where task_id = ${task.id}::uuid and key = 's1'`
        }),
    ],
  ])('writes nothing where %s, as saving in turn', async (_, happens) => {
    const scene = await openTask()
    await happens(scene).catch((error: unknown) => {
      throw new Error('the scene cannot be set', { cause: error })
    })
    expect(await scene.save(label())).toBeNull()
    await expect(scene.saveInTurn(label())).rejects.toThrow()
    expect([await labelsOf(scene.annotationId), await eventsOf(scene.annotationId)]).toEqual([[], []])
  })

  it.each<[string, SaveChange]>([
    ['an older revision', label({ expectedRevision: 0 })],
    ['a revision that was never given out', label({ expectedRevision: 4 })],
    ['an unknown unit', label({ unit: 's9' })],
    ['a question of another kind of unit', label({ question: 'action', value: 'keep' })],
    ['a value that is not offered', label({ value: 'perhaps', expectedRevision: 1 })],
    ['what undo brings back', label({ value: null, expectedRevision: 1, step: { id: 'a-step', way: 'undo' } })],
  ])('leaves %s to saving in turn', async (_, change) => {
    const { annotationId, save } = await openTask()
    await save(label())
    expect(await save(change)).toBeNull()
    expect(await eventsOf(annotationId)).toHaveLength(1)
    expect(await labelsOf(annotationId)).toMatchObject([{ value: true, revision: 1 }])
  })

  it('does not write what was checked under another version of the protocol', async () => {
    const id = `moves-${randomUUID()}`
    const first = await makeProtocolVersion({ source: sentenceFile(id) })
    const second = await makeProtocolVersion({ source: sentenceFile(id, 2) })
    const project = await makeProject({ protocolId: first.protocolId, stage: { raters: 1 } })
    const person = await makeMember(project, 'annotator')
    const task = await makeTask(project)
    await makeAssignment(task, person)
    const { annotationId } = await getWorkbench(actorOf(person), task.id)
    const save = (expectedRevision: number) =>
      saveKnownPlace({ userId: person.id, sessionVersion: person.sessionVersion }, task.id, {
        annotationId,
        ...label({ unit: 'item', question: 'grade', value: 3, expectedRevision }),
      })
    expect(await save(0)).toMatchObject({ revision: 1 })
    const { protocolId, version } = second
    await prisma().project.update({ where: { id: project.id }, data: { protocolId, protocolVersion: version } })
    expect(await save(1)).toBeNull()
    expect(await eventsOf(annotationId)).toHaveLength(1)
  })

  it('lets exactly one of two simultaneous changes win', async () => {
    const { annotationId, save } = await openTask()
    const saved = await Promise.all([save(label({ value: true })), save(label({ value: false }))])
    expect(saved.filter((answer) => answer !== null)).toHaveLength(1)
    expect(await eventsOf(annotationId)).toHaveLength(1)
    const again = await Promise.all([true, false].map((value) => save(label({ value, expectedRevision: 1 }))))
    expect(again.filter((answer) => answer !== null)).toHaveLength(1)
    expect(await eventsOf(annotationId)).toHaveLength(2)
  })

  it.each<[string, (scene: Scene, tx: Tx) => Promise<unknown>]>([
    [
      'another change',
      ({ annotationId }, tx) => tx.label.updateMany({ where: { annotationId }, data: { revision: 2, value: false } }),
    ],
    [
      'a submission',
      ({ annotationId }, tx) =>
        tx.annotation.update({ where: { id: annotationId }, data: { state: 'submitted', submittedAt: new Date() } }),
    ],
  ])('leaves it to saving in turn to wait for %s that is under way', async (_, isUnderWay) => {
    const scene = await openTask()
    const { annotationId, save } = scene
    await save(label())
    const before = await eventsOf(annotationId)
    await transaction(async (tx) => {
      await tx.$queryRaw`select 1 from annotations where id = ${annotationId}::uuid for no key update`
      await isUnderWay(scene, tx)
      expect(await save(label({ value: null, expectedRevision: 1 }))).toBeNull()
    })
    expect(await save(label({ value: null, expectedRevision: 1 }))).toBeNull()
    expect(await eventsOf(annotationId)).toEqual(before)
  })

  it('is written before a submission at the same moment, or not at all', async () => {
    const { actor, task, annotationId, save } = await openTask()
    const changes = Object.entries(answersWith(true)).flatMap(([unit, answers]) =>
      Object.entries(answers).map(([question, value]) => label({ unit, question, value })),
    )
    for (const change of changes) await save(change)
    const [saved, submitted] = await Promise.all([
      save(label({ value: true, expectedRevision: 1 })),
      submitAnnotation(actor, task.id, annotationId),
    ])
    expect(submitted.submittedAt).toEqual(expect.any(String))
    // Before it or not at all.
    const labels = await labelsOf(annotationId)
    const changed = labels.find(({ unit, question }) => unit.key === 's1' && question === 'label')
    expect(changed?.revision).toBe(saved ? 2 : 1)
  })

  it('goes on in the round that a task was sent back into', async () => {
    const { actor, task, annotationId, project, save, claim } = await openTask()
    for (const [unit, answers] of Object.entries(answersWith(true)))
      for (const [question, value] of Object.entries(answers)) await save(label({ unit, question, value }))
    await submitAnnotation(actor, task.id)
    await reopenTask(actorOf(await makeMember(project, 'manager')), task.id, { comment: 'Look again.' })
    const change = label({ value: false, expectedRevision: 1 })
    const now = await getWorkbench(actor, task.id)
    expect(await saveKnownPlace(claim, task.id, { annotationId, ...change })).toBeNull()
    expect(await saveKnownPlace(claim, task.id, { annotationId: now.annotationId, ...change })).toMatchObject({
      revision: 2,
    })
  })
})

describe('the request of a save', () => {
  async function desk() {
    const scene = await openTask()
    const cookie = await sessionFor(scene.person)
    const { annotationId } = scene
    const ask = async (change: SaveChange, headers: Record<string, string> = {}) => {
      const { result, asked } = await withQueries(() =>
        callRoute(saveAnswerEndpoint, {
          params: { taskId: scene.task.id },
          headers: { cookie, ...headers },
          body: JSON.stringify({ annotationId, ...change }),
        }),
      )
      return { status: result.status, body: await result.json(), asked: asked.length }
    }
    // The cookie is somebody's, and the task known.
    expect(await ask(label({ expectedRevision: 0 }))).toMatchObject({ status: 200 })
    return { ...scene, ask }
  }

  it('is one statement once cookie and task are known, and as many as before otherwise', async () => {
    const { task, ask } = await desk()
    expect(await ask(label({ value: false, expectedRevision: 1 }))).toMatchObject({
      status: 200,
      body: { revision: 2, value: false },
      asked: 1,
    })
    forgetTasks()
    expect(await ask(label({ expectedRevision: 2 }))).toMatchObject({ status: 200, body: { revision: 3 }, asked: 3 })
    expect(knownTask(task.id)?.kinds.get('s1')).toBe('segment')
  })

  it('says what is there where another tab was faster', async () => {
    const { ask } = await desk()
    expect(await ask(label({ value: false }))).toMatchObject({
      status: 409,
      body: { code: 'revision_conflict', data: { current: { value: true, revision: 1 } } },
    })
    // What is there already is no conflict.
    expect(await ask(label())).toMatchObject({ status: 200, body: { revision: 1 } })
  })

  it.each([
    ['a deactivation', { deactivatedAt: new Date() }],
    ['the end of all sessions', { sessionVersion: { increment: 1 } }],
  ])('feels %s at once', async (_, data) => {
    const { person, annotationId, ask } = await desk()
    await prisma().user.update({ where: { id: person.id }, data })
    for (const revision of [1, 1])
      expect(await ask(label({ value: false, expectedRevision: revision }))).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      })
    expect(await eventsOf(annotationId)).toHaveLength(1)
  })

  it.each<[string, Record<string, string>, number]>([
    ['for whom another has signed in since', { [ACTING_USER_HEADER]: randomUUID() }, 401],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('refuses a request %s', async (_, headers, status) => {
    const { annotationId, ask } = await desk()
    expect((await ask(label({ value: false, expectedRevision: 1 }), headers)).status).toBe(status)
    expect(await eventsOf(annotationId)).toHaveLength(1)
  })

  it('counts a request once, also where it goes the ordinary way in the end', async () => {
    const { ask } = await desk()
    vi.spyOn(env(), 'ASSAY_WRITES_PER_MINUTE', 'get').mockReturnValue(3)
    forgetRates()
    // The first goes the ordinary way, since the cookie is new again.
    const changes = [
      { value: false, expectedRevision: 1 },
      { value: null, expectedRevision: 2 },
      { expectedRevision: 1 },
      {},
    ]
    const statuses = []
    for (const change of changes) statuses.push((await ask(label(change))).status)
    expect(statuses).toEqual([200, 200, 409, 429])
  })

  it('says what is wrong with a body only to who is still somebody', async () => {
    const { person, ask } = await desk()
    const wrong = { ...label({ expectedRevision: 1 }), colour: 'red' } as SaveChange
    expect(await ask(wrong)).toMatchObject({ status: 400, body: { detail: expect.stringContaining('body.colour') } })
    await prisma().user.update({ where: { id: person.id }, data: { deactivatedAt: new Date() } })
    expect(await ask(wrong)).toMatchObject({ status: 401 })
  })
})
