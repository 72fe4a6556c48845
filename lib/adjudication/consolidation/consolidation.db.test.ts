import { describe, expect, it } from 'vitest'
import { getInbox } from '@/lib/adjudication/inbox/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { AppError } from '@/lib/platform/server/errors'
import type { Answers } from '@/lib/protocols/protocol'
import { getProjectHome } from '@/lib/workspace/projects/queries'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { adjudicateTask } from './adjudicate-task'
import { approveTask } from './approve-task'
import type { ConsolidationView } from './contract'
import { getConsolidation } from './queries'
import { refuseApproval } from './refuse-approval'
import { resolveQuestion } from './resolve-question'
import { listReview } from './review/queries'
import { takeLane } from './take-lane'
import { withdrawResolution } from './withdraw-resolution'

/** A task whose two annotators gave these answers and submitted, with two reviewers. */
async function revealed(answers: [Answers, Answers] = [answersWith(true), answersWith(false)]) {
  const project = await makeProject()
  const task = await makeTask(project)
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
  const [first, second] = [
    await makeAnnotation(task, people[0], answers[0], true),
    await makeAnnotation(task, people[1], answers[1], true),
  ]
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const approver = actorOf(await makeMember(project, 'reviewer'))
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  const annotators = [actorOf(people[0]), actorOf(people[1])] as const
  return { project, task, people, annotators, reviewer, approver, annotationIds: [first.id, second.id] }
}

const failure = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('should have failed')
    },
    (error: AppError) => error,
  )
const eventsOf = (taskId: string, type: string) => prisma().event.count({ where: { taskId, type } })
const stateOf = async (taskId: string) => (await prisma().task.findUniqueOrThrow({ where: { id: taskId } })).state
/** The lane that said this about the second segment. */
const laneSaying = (view: ConsolidationView, label: boolean) =>
  view.lanes.find((lane) => lane.answers.s2?.label === label)?.id ?? 'none'
const settle = async (reviewer: Actor, taskId: string, label: boolean) => {
  const view = await getConsolidation(reviewer, taskId)
  const at = { unit: 's2', question: 'label', expectedRevision: view.revision }
  return resolveQuestion(reviewer, taskId, { ...at, choice: { lane: laneSaying(view, label) }, reason: '' })
}
const confirmed = async (reviewer: Actor, taskId: string, label = false) => {
  const { revision } = await settle(reviewer, taskId, label)
  return adjudicateTask(reviewer, taskId, { expectedRevision: revision })
}

describe('getConsolidation', () => {
  it('shows a third person nameless lanes without ids of people or annotations, the same at every reading', async () => {
    const { task, people, reviewer, annotationIds } = await revealed()
    const view = await getConsolidation(reviewer, task.id)
    const text = JSON.stringify(view)
    for (const secret of [...annotationIds, ...people.flatMap(({ id, name }) => [id, `"${name}"`])])
      expect(text).not.toContain(secret)
    expect(view.lanes.map(({ id, own, name }) => ({ id, own, name }))).toEqual([
      { id: 'A', own: false, name: null },
      { id: 'B', own: false, name: null },
    ])
    expect((await getConsolidation(reviewer, task.id)).lanes).toEqual(view.lanes)
    expect(view.open.map(({ unit, question, kind }) => ({ unit, question, kind }))).toEqual([
      { unit: 's2', question: 'label', kind: 'decide' },
    ])
    expect(view.settled.map(({ unit, question, how }) => `${unit}.${question} ${how}`)).toEqual([
      'item.action agreed',
      's1.label agreed',
    ])
  })

  it('orders lanes otherwise than by person or time', async () => {
    const firsts: string[] = []
    for (let n = 0; n < 20; n++) {
      const { task, reviewer } = await revealed()
      firsts.push(laneSaying(await getConsolidation(reviewer, task.id), true))
    }
    expect(new Set(firsts)).toEqual(new Set(['A', 'B']))
  })

  it('remembers once that a third person has read, and never does so for the annotators', async () => {
    const { task, annotators, reviewer } = await revealed()
    const own = await getConsolidation(annotators[0], task.id)
    expect(own.lanes.filter((lane) => lane.own)).toHaveLength(1)
    expect(own.lanes.find((lane) => lane.own)?.answers.s2?.label).toBe(true)
    await getConsolidation(reviewer, task.id)
    await getConsolidation(reviewer, task.id)
    expect(await prisma().answerRead.findMany({ where: { taskId: task.id }, select: { userId: true } })).toEqual([
      { userId: reviewer.userId },
    ])
    expect(await eventsOf(task.id, 'answers.read')).toBe(1)
  })

  it('is closed before the reveal, to viewers, and hidden from strangers', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const annotator = await makeMember(project, 'annotator')
    await makeAnnotation(task, annotator, answersWith(true), true)
    const stranger = actorOf(await makeMember(await makeProject(), 'reviewer'))
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const codes = []
    for (const actor of [actorOf(annotator), reviewer, stranger])
      codes.push((await failure(getConsolidation(actor, task.id))).code)
    const { project: other, task: open } = await revealed()
    const viewer = actorOf(await makeMember(other, 'viewer'))
    codes.push((await failure(getConsolidation(viewer, open.id))).code)
    expect(codes).toEqual(['forbidden', 'forbidden', 'not_found', 'forbidden'])
  })

  it('tells names to managers once the task is gold, not before and to nobody else', async () => {
    const { project, task, people, reviewer, approver } = await revealed()
    const manager = actorOf(await makeMember(project, 'manager'))
    const namesFor = async (actor: Actor) => (await getConsolidation(actor, task.id)).lanes.map((lane) => lane.name)
    expect(await namesFor(manager)).toEqual([null, null])
    const { revision } = await confirmed(reviewer, task.id)
    await approveTask(approver, task.id, { expectedRevision: revision })
    expect((await namesFor(manager)).sort()).toEqual(people.map(({ name }) => name).sort())
    expect(await namesFor(reviewer)).toEqual([null, null])
  })
})

describe('resolveQuestion', () => {
  it('takes a lane, says who and from where, raises the revision and opens what hangs on it', async () => {
    const { task, reviewer, annotationIds } = await revealed()
    const before = await getConsolidation(reviewer, task.id)
    const view = await settle(reviewer, task.id, false)
    expect(view.revision).toBe(before.revision + 1)
    expect(view.open).toEqual([])
    const settled = Object.fromEntries(view.settled.map((each) => [`${each.unit}.${each.question}`, each]))
    const lane = laneSaying(view, false)
    expect(settled['s2.label']).toMatchObject({ value: false, how: 'lane', lane, by: { kind: 'you' } })
    expect(settled['s2.errorType']).toMatchObject({ value: 'knowledge_error', how: 'single', lane })
    const rows = await prisma().resolution.findMany({ where: { taskId: task.id } })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ how: 'lane', annotationId: annotationIds[1], resolvedById: reviewer.userId })
    expect(await eventsOf(task.id, 'resolution.saved')).toBe(1)
  })

  it('wants a reason for a value that nobody gave, and leaves nothing behind when refused', async () => {
    const { task, reviewer } = await revealed()
    const { revision } = await getConsolidation(reviewer, task.id)
    const at = { unit: 's1', question: 'label', expectedRevision: revision, choice: { value: false } }
    expect((await failure(resolveQuestion(reviewer, task.id, { ...at, reason: '' }))).code).toBe('rule')
    expect(await prisma().resolution.count({ where: { taskId: task.id } })).toBe(0)
    expect((await getConsolidation(reviewer, task.id)).revision).toBe(revision)
    const view = await resolveQuestion(reviewer, task.id, { ...at, reason: 'Both overlooked it.' })
    expect(view.settled.find((each) => each.unit === 's1')).toMatchObject({ how: 'edited', value: false })
    expect(view.open.filter((each) => each.unit === 's1').map((each) => each.question)).toEqual(['errorType', 'reason'])
  })

  it('refuses values against the schema, unknown lanes, and questions that are not asked', async () => {
    const { task, reviewer } = await revealed()
    const { revision: expectedRevision } = await getConsolidation(reviewer, task.id)
    const label = { unit: 's2', question: 'label', expectedRevision, reason: 'r' }
    const attempts = [
      { ...label, choice: { value: 'maybe' } },
      { ...label, choice: { lane: 'C' } },
      { ...label, question: 'errorType', choice: { value: 'fooled' } },
      { ...label, unit: 's9', choice: { value: true } },
    ]
    for (const body of attempts) expect((await failure(resolveQuestion(reviewer, task.id, body))).code).toBe('rule')
  })

  it('gives 409 to the second of two who settle at once', async () => {
    const { task, reviewer, approver } = await revealed()
    const { revision, lanes } = await getConsolidation(reviewer, task.id)
    const body = { unit: 's2', question: 'label', expectedRevision: revision, reason: '' }
    const results = await Promise.allSettled([
      resolveQuestion(reviewer, task.id, { ...body, choice: { lane: lanes[0]?.id ?? '' } }),
      resolveQuestion(approver, task.id, { ...body, choice: { lane: lanes[1]?.id ?? '' } }),
    ])
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toMatchObject({ code: 'revision_conflict', extra: { data: { revision: revision + 1 } } })
  })

  it('is not for those who annotated the item, reviewers included', async () => {
    const { project, task, annotators } = await revealed()
    const { revision } = await getConsolidation(annotators[0], task.id)
    await prisma().membership.updateMany({
      where: { projectId: project.id, userId: annotators[0].userId },
      data: { role: 'reviewer' },
    })
    const body = { unit: 's2', question: 'label', choice: { value: true }, reason: '' }
    for (const expectedRevision of [revision, revision - 1])
      expect((await failure(resolveQuestion(annotators[0], task.id, { ...body, expectedRevision }))).code).toBe(
        'forbidden',
      )
  })
})

describe('takeLane and withdrawResolution', () => {
  const wrong = (errorType: string, reason: string): Answers => ({
    item: { action: 'keep' },
    s1: { label: true },
    s2: { label: false, errorType, reason },
  })

  it('settles a whole unit as one lane has it, and takes back one answer', async () => {
    const { task, reviewer } = await revealed([wrong('fooled', 'First.'), wrong('knowledge_error', 'Second.')])
    const view = await getConsolidation(reviewer, task.id)
    expect(view.open.map((each) => `${each.question} ${each.kind}`)).toEqual(['errorType decide', 'reason wording'])
    const lane = view.lanes.find((each) => each.answers.s2?.errorType === 'fooled')?.id ?? ''
    const taken = await takeLane(reviewer, task.id, { unit: 's2', lane, expectedRevision: view.revision })
    expect(taken.open).toEqual([])
    expect(await eventsOf(task.id, 'resolution.saved')).toBe(2)
    const at = { unit: 's2', question: 'reason' }
    const back = await withdrawResolution(reviewer, task.id, { ...at, expectedRevision: taken.revision })
    expect(back.open.map((each) => each.question)).toEqual(['reason'])
    expect(await eventsOf(task.id, 'resolution.withdrawn')).toBe(1)
    const again = withdrawResolution(reviewer, task.id, { ...at, expectedRevision: back.revision })
    expect((await failure(again)).code).toBe('conflict')
  })

  it('has nothing to take where the unit agrees', async () => {
    const { task, reviewer } = await revealed()
    const { revision } = await getConsolidation(reviewer, task.id)
    const attempt = takeLane(reviewer, task.id, { unit: 's1', lane: 'A', expectedRevision: revision })
    expect((await failure(attempt)).code).toBe('rule')
  })
})

describe('adjudicateTask', () => {
  it('refuses while something is open, naming it', async () => {
    const { task, reviewer } = await revealed()
    const { revision } = await getConsolidation(reviewer, task.id)
    const error = await failure(adjudicateTask(reviewer, task.id, { expectedRevision: revision }))
    expect(error.code).toBe('rule')
    expect(error.extra.issues?.map((issue) => issue.path)).toEqual(['s2.label'])
    expect(await stateOf(task.id)).toBe('consolidating')
  })

  it('writes a resolution for every value and waits for a second reviewer', async () => {
    const { task, reviewer, annotationIds } = await revealed()
    const view = await confirmed(reviewer, task.id)
    expect(view.state).toBe('approving')
    expect(view.adjudicated?.by.kind).toBe('you')
    const rows = await prisma().resolution.findMany({ where: { taskId: task.id }, include: { unit: true } })
    const said = rows.map((row) => [`${row.unit.key}.${row.question}`, row.how, row.annotationId, row.resolvedById])
    expect(said.sort()).toEqual([
      ['item.action', 'agreed', null, null],
      ['s1.label', 'agreed', null, null],
      ['s2.errorType', 'single', annotationIds[1], null],
      ['s2.label', 'lane', annotationIds[1], reviewer.userId],
      ['s2.reason', 'single', annotationIds[1], null],
    ])
    expect(await eventsOf(task.id, 'task.adjudicated')).toBe(1)
  })

  it('drops resolutions of questions that are no longer asked', async () => {
    const removed = { item: { action: 'remove', removeReason: 'riddle' } }
    const { task, reviewer } = await revealed([answersWith(true), removed])
    const view = await getConsolidation(reviewer, task.id)
    const keeps = view.lanes.find((lane) => lane.answers.item?.action === 'keep')?.id ?? ''
    const label = { unit: 's1', question: 'label', choice: { lane: keeps }, reason: '' }
    const early = await resolveQuestion(reviewer, task.id, { ...label, expectedRevision: view.revision })
    const remove = { unit: 'item', question: 'action', choice: { value: 'remove' }, reason: '' }
    const late = await resolveQuestion(reviewer, task.id, { ...remove, expectedRevision: early.revision })
    await adjudicateTask(reviewer, task.id, { expectedRevision: late.revision })
    const rows = await prisma().resolution.findMany({ where: { taskId: task.id }, orderBy: { question: 'asc' } })
    expect(rows.map((row) => row.question)).toEqual(['action', 'removeReason'])
  })

  it('lets one of two reviewers win', async () => {
    const { task, reviewer, approver } = await revealed()
    const { revision: expectedRevision } = await settle(reviewer, task.id, true)
    const results = await Promise.allSettled(
      [reviewer, approver].map((actor) => adjudicateTask(actor, task.id, { expectedRevision })),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map((result) => result.reason.code)).toEqual(['revision_conflict'])
    expect(await eventsOf(task.id, 'task.adjudicated')).toBe(1)
  })
})

describe('approveTask and refuseApproval', () => {
  it('makes gold of what was settled, signed by both', async () => {
    const { task, reviewer, approver } = await revealed()
    const { revision } = await confirmed(reviewer, task.id)
    const view = await approveTask(approver, task.id, { expectedRevision: revision })
    expect(view.state).toBe('gold')
    const gold = await prisma().gold.findFirstOrThrow({ where: { taskId: task.id } })
    expect(gold).toMatchObject({
      origin: 'consolidated',
      adjudicatorId: reviewer.userId,
      approverId: approver.userId,
      answers: answersWith(false),
    })
    expect(await eventsOf(task.id, 'task.approved')).toBe(1)
  })

  it('refuses the adjudicator and the annotators', async () => {
    const { project, task, reviewer, annotators } = await revealed()
    const { revision: expectedRevision } = await confirmed(reviewer, task.id)
    await prisma().membership.updateMany({
      where: { projectId: project.id, userId: annotators[0].userId },
      data: { role: 'manager' },
    })
    for (const actor of [reviewer, ...annotators])
      expect((await failure(approveTask(actor, task.id, { expectedRevision }))).code).toBe('forbidden')
    expect(await prisma().gold.count({ where: { taskId: task.id } })).toBe(0)
  })

  it('sends back with a comment; the same reviewer can confirm again', async () => {
    const { task, reviewer, approver } = await revealed()
    const { revision } = await confirmed(reviewer, task.id)
    const back = await refuseApproval(approver, task.id, { expectedRevision: revision, comment: 'Look at s2 again.' })
    expect(back).toMatchObject({ state: 'consolidating', adjudicated: null, open: [] })
    expect(back.comments.map(({ body, author }) => [body, author.kind])).toEqual([['Look at s2 again.', 'you']])
    expect(await eventsOf(task.id, 'task.approval_refused')).toBe(1)
    const sentBack = async (actor: Actor) => (await getConsolidation(actor, task.id)).sentBack
    expect(await sentBack(approver)).toMatchObject({ by: { kind: 'you' }, comment: 'Look at s2 again.' })
    expect(await sentBack(reviewer)).toMatchObject({ by: { kind: 'reviewer' }, comment: 'Look at s2 again.' })
    const { decisions } = await getInbox(reviewer)
    expect(decisions.list).toMatchObject([{ taskId: task.id, kind: 'settle', comment: 'Look at s2 again.' }])
    const again = await adjudicateTask(reviewer, task.id, { expectedRevision: back.revision })
    expect(again.state).toBe('approving')
    expect(await sentBack(approver)).toBeUndefined()
  })

  it('refuses whoever settled a question of it, whoever confirmed, before and after a refusal', async () => {
    const { project, task, reviewer, approver } = await revealed()
    const third = actorOf(await makeMember(project, 'manager'))
    const seenBy = async (actor: Actor) => [
      (await listReview(actor, project.id)).toApprove.total,
      (await getProjectHome(actor, project.id)).review?.toApprove,
    ]
    const settled = await settle(reviewer, task.id, false)
    const confirmed = await adjudicateTask(approver, task.id, { expectedRevision: settled.revision })
    const refusal = { expectedRevision: confirmed.revision, comment: 'Look at s2 again.' }
    for (const actor of [reviewer, approver]) {
      expect((await failure(approveTask(actor, task.id, refusal))).code).toBe('forbidden')
      expect((await failure(refuseApproval(actor, task.id, refusal))).code).toBe('forbidden')
      expect(await seenBy(actor)).toEqual([0, 0])
      expect((await getConsolidation(actor, task.id)).abilities.approve).toBe(false)
    }
    const back = await refuseApproval(third, task.id, refusal)
    const again = await adjudicateTask(approver, task.id, { expectedRevision: back.revision })
    expect((await failure(approveTask(reviewer, task.id, { expectedRevision: again.revision }))).code).toBe('forbidden')
    expect(await seenBy(third)).toEqual([1, 1])
    expect((await approveTask(third, task.id, { expectedRevision: again.revision })).state).toBe('gold')
  })

  it('has the same wall in the database', async () => {
    const { task, reviewer, approver } = await revealed()
    const { revision } = await settle(reviewer, task.id, false)
    await adjudicateTask(approver, task.id, { expectedRevision: revision })
    const approverId = reviewer.userId
    await expect(prisma().task.update({ where: { id: task.id }, data: { approverId } })).rejects.toThrow(
      'nobody approves what they settled',
    )
    const gold = { taskId: task.id, version: 1, round: 1, answers: {}, rollUp: {}, origin: 'consolidated' } as const
    await expect(prisma().gold.create({ data: { ...gold, approverId } })).rejects.toThrow(
      'nobody approves what they settled',
    )
  })

  it('makes gold once when two approve at once, and says conflict to who comes late', async () => {
    const { project, task, reviewer, approver } = await revealed()
    const third = actorOf(await makeMember(project, 'manager'))
    const { revision: expectedRevision } = await confirmed(reviewer, task.id)
    const results = await Promise.allSettled(
      [approver, third].map((actor) => approveTask(actor, task.id, { expectedRevision })),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map((result) => result.reason.code)).toEqual(['revision_conflict'])
    expect(await prisma().gold.count({ where: { taskId: task.id } })).toBe(1)
  })
})
