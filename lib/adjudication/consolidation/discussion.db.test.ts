import { describe, expect, it } from 'vitest'
import { addComment } from '@/lib/annotation/comments/add-comment'
import { listMyNotes } from '@/lib/annotation/comments/queries'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { AppError } from '@/lib/platform/server/errors'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { adjudicateTask } from './adjudicate-task'
import { approveTask } from './approve-task'
import { proposeValue } from './propose-value'
import { getConsolidation } from './queries'
import { replyToProposal } from './reply-to-proposal'
import { resolveQuestion } from './resolve-question'
import { listReview } from './review/queries'
import { setCause } from './set-cause'

async function revealed() {
  const project = await makeProject()
  const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const approver = actorOf(await makeMember(project, 'reviewer'))
  const add = async () => {
    const task = await makeTask(project)
    await makeAnnotation(task, people[0], answersWith(true), true)
    await makeAnnotation(task, people[1], answersWith(false), true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
    return task
  }
  const annotators = [actorOf(people[0]), actorOf(people[1])] as const
  return { project, task: await add(), add, annotators, reviewer, approver }
}

const failure = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => {
      throw new Error('should have failed')
    },
    (error: AppError) => error,
  )
const label = { unit: 's2', question: 'label' }
const propose = async (
  actor: Parameters<typeof proposeValue>[0],
  taskId: string,
  value: boolean | null,
  comment = '',
) =>
  proposeValue(actor, taskId, {
    ...label,
    value,
    comment,
    expectedRevision: (await getConsolidation(actor, taskId)).revision,
  })
const eventsOf = (taskId: string, type: string) => prisma().event.count({ where: { taskId, type } })

describe('proposals', () => {
  it('are put to the annotators, who accept or object; the reviewer sees who by lane only', async () => {
    const { task, reviewer, annotators } = await revealed()
    await propose(reviewer, task.id, false, 'The atlas says so.')
    await replyToProposal(annotators[0], task.id, { ...label, value: false, reply: 'accept', comment: '' })
    const theirs = await replyToProposal(annotators[1], task.id, {
      ...label,
      value: false,
      reply: 'object',
      comment: 'Which atlas?',
    })
    expect(theirs.disagreements[0]?.replies.map(({ own, reply }) => [own, reply]).sort()).toEqual([
      [false, 'accept'],
      [true, 'object'],
    ])
    const seen = await getConsolidation(reviewer, task.id)
    expect(seen.disagreements[0]).toMatchObject({ ...label, proposal: false })
    expect(seen.disagreements[0]?.replies.map(({ own, lane }) => [own, lane])).toEqual([
      [false, 'A'],
      [false, 'B'],
    ])
    expect(seen.comments.map(({ author, body, reply }) => [author.kind, body, reply])).toEqual([
      ['you', 'The atlas says so.', null],
      ['lane', '', 'accept'],
      ['lane', 'Which atlas?', 'object'],
    ])
    expect(JSON.stringify(seen)).not.toContain(annotators[0].userId)
    expect(await eventsOf(task.id, 'comment.added')).toBe(3)
  })

  it('forget the answers to an earlier value, and refuse an answer to what has changed', async () => {
    const { task, reviewer, annotators } = await revealed()
    await propose(reviewer, task.id, false)
    await replyToProposal(annotators[0], task.id, { ...label, value: false, reply: 'accept', comment: '' })
    const changed = await propose(reviewer, task.id, true)
    expect(changed.disagreements[0]?.replies).toEqual([])
    const late = replyToProposal(annotators[1], task.id, { ...label, value: false, reply: 'accept', comment: '' })
    expect((await failure(late)).code).toBe('conflict')
    await propose(reviewer, task.id, null)
    const gone = replyToProposal(annotators[1], task.id, { ...label, value: true, reply: 'accept', comment: '' })
    expect((await failure(gone)).code).toBe('conflict')
    expect(await eventsOf(task.id, 'disagreement.proposed')).toBe(3)
  })

  it('are answered by annotators only and made by reviewers only, about disagreements only', async () => {
    const { task, reviewer, annotators } = await revealed()
    const { revision: expectedRevision } = await propose(reviewer, task.id, false)
    const reply = { ...label, value: false, reply: 'accept', comment: '' } as const
    const proposal = { ...label, value: true, comment: '', expectedRevision }
    expect((await failure(replyToProposal(reviewer, task.id, reply))).code).toBe('forbidden')
    expect((await failure(proposeValue(annotators[0], task.id, proposal))).code).toBe('forbidden')
    const agreed = { ...proposal, unit: 's1' }
    expect((await failure(proposeValue(reviewer, task.id, agreed))).code).toBe('rule')
    expect((await failure(proposeValue(reviewer, task.id, { ...proposal, value: 'x' }))).code).toBe('rule')
  })
})

describe('setCause', () => {
  it('notes and forgets why they disagreed', async () => {
    const { task, reviewer, annotators } = await revealed()
    const { revision } = await getConsolidation(reviewer, task.id)
    const set = await setCause(reviewer, task.id, { ...label, cause: 'slip', expectedRevision: revision })
    expect(set.disagreements[0]?.cause).toBe('slip')
    const stale = setCause(reviewer, task.id, { ...label, cause: null, expectedRevision: revision })
    expect((await failure(stale)).code).toBe('revision_conflict')
    const body = { ...label, cause: null, expectedRevision: set.revision }
    expect((await failure(setCause(annotators[0], task.id, body))).code).toBe('forbidden')
    expect((await setCause(reviewer, task.id, body)).disagreements[0]?.cause).toBeNull()
    expect(await eventsOf(task.id, 'disagreement.cause_set')).toBe(2)
  })
})

describe('a disagreement that another one hid', () => {
  it('comes up as one when the first is settled', async () => {
    const project = await makeProject({ stage: { raters: 3 } })
    const task = await makeTask(project)
    const wrong = (errorType: string) => ({
      item: { action: 'keep' },
      s1: { label: true },
      s2: { label: false, errorType, reason: 'Wrong.' },
    })
    for (const answers of [answersWith(true), wrong('fooled'), wrong('knowledge_error')])
      await makeAnnotation(task, await makeMember(project, 'annotator'), answers, true)
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
    const { revision, disagreements } = await getConsolidation(reviewer, task.id)
    expect(disagreements.map((each) => each.question)).toEqual(['label'])
    const body = { ...label, choice: { value: false }, reason: '', expectedRevision: revision }
    const view = await resolveQuestion(reviewer, task.id, body)
    expect(view.disagreements.map((each) => each.question)).toEqual(['label', 'errorType'])
    expect(view.settled.find((each) => each.question === 'label' && each.unit === 's2')).toMatchObject({
      how: 'lane',
      lane: null,
    })
  })
})

describe('comments', () => {
  it('are private notes before the reveal and a conversation afterwards', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
    for (const person of people) await makeAssignment(task, person)
    const [ada, ben] = [actorOf(people[0]), actorOf(people[1])] as const
    await addComment(ada, task.id, { body: 'Not sure about the ocean.', unit: 's1' })
    expect((await listMyNotes(ada, task.id)).notes.map(({ unit, body }) => [unit, body])).toEqual([
      ['s1', 'Not sure about the ocean.'],
    ])
    expect(await listMyNotes(ben, task.id)).toEqual({ notes: [] })
    expect((await failure(addComment(ada, task.id, { body: 'x', unit: 's9' }))).code).toBe('rule')
    expect((await failure(addComment(ada, task.id, { body: 'x', ...label }))).code).toBe('rule')
    expect(await eventsOf(task.id, 'comment.added')).toBe(1)
  })

  it('from before the reveal stand lane by lane, since histories tell who was at work first; later ones in their order', async () => {
    const project = await makeProject()
    const task = await makeTask(project)
    const people = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')] as const
    const [ada, ben] = [actorOf(people[0]), actorOf(people[1])] as const
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    for (const person of people) await makeAssignment(task, person)
    const say = (actor: typeof ada, body: string) => addComment(actor, task.id, { body })
    for (const [actor, body] of [
      [ada, 'Ada 1'],
      [reviewer, 'For later.'],
      [ben, 'Ben 1'],
      [ada, 'Ada 2'],
      [ben, 'Ben 2'],
    ] as const)
      await say(actor, body)
    await makeAnnotation(task, people[0], answersWith(true), true)
    await makeAnnotation(task, people[1], answersWith(false), true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
    await say(ben, 'Why?')
    await say(ada, 'Therefore.')
    const bodies = async (actor: typeof ada) =>
      (await getConsolidation(actor, task.id)).comments.map(({ body }) => body)
    const { lanes } = await getConsolidation(ada, task.id)
    const byLane = lanes.flatMap(({ own }) => (own ? ['Ada 1', 'Ada 2'] : ['Ben 1', 'Ben 2']))
    for (const reader of [reviewer, ada])
      expect(await bodies(reader)).toEqual(['For later.', ...byLane, 'Why?', 'Therefore.'])
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    const manager = actorOf(await makeMember(project, 'manager'))
    const made = ['Ada 1', 'For later.', 'Ben 1', 'Ada 2', 'Ben 2', 'Why?', 'Therefore.']
    expect(await bodies(manager)).toEqual(made)
    expect(await bodies(reviewer)).not.toEqual(made)
  })

  it('can be about a disagreement', async () => {
    const { task, reviewer, annotators } = await revealed()
    await addComment(annotators[0], task.id, { body: 'I read it otherwise.', ...label })
    const { comments } = await getConsolidation(reviewer, task.id)
    expect(comments).toMatchObject([{ ...label, body: 'I read it otherwise.', author: { kind: 'lane', name: null } }])
  })
})

describe('listReview', () => {
  it('lists what one may settle and approve, and where one is asked', async () => {
    const { project, task, add, annotators, reviewer, approver } = await revealed()
    const second = await add()
    await propose(reviewer, second.id, false)
    const settled = await resolveQuestion(reviewer, task.id, {
      ...label,
      choice: { value: true },
      reason: '',
      expectedRevision: (await getConsolidation(reviewer, task.id)).revision,
    })
    await adjudicateTask(reviewer, task.id, { expectedRevision: settled.revision })
    const ids = (list: { taskId: string }[]) => list.map((each) => each.taskId)
    const mine = await listReview(reviewer, project.id)
    expect([mine.toSettle.total, ids(mine.toApprove.tasks)]).toEqual([1, []])
    expect(mine.toSettle.tasks).toMatchObject([{ taskId: second.id, disagreements: 1, waiting: true }])
    expect(ids((await listReview(approver, project.id)).toApprove.tasks)).toEqual([task.id])
    const { itemId } = await prisma().task.findUniqueOrThrow({ where: { id: second.id } })
    await prisma().item.update({ where: { id: itemId }, data: { tags: ['long', 'hard'] } })
    expect((await listReview(reviewer, project.id, { tag: 'hard' })).toSettle.total).toBe(1)
    expect((await listReview(reviewer, project.id, { domain: 'nowhere' })).toSettle.total).toBe(0)
    expect((await failure(listReview(annotators[0], project.id, { tag: 'hard' }))).code).toBe('forbidden')
    const asked = await listReview(annotators[0], project.id)
    expect(asked).toMatchObject({ reviews: false, toSettle: { total: 0 }, toApprove: { total: 0 } })
    expect(asked.discussions).toMatchObject([{ taskId: second.id, asked: 1 }])
    for (const actor of annotators)
      await replyToProposal(actor, second.id, { ...label, value: false, reply: 'accept', comment: '' })
    expect((await listReview(annotators[0], project.id)).discussions).toMatchObject([{ asked: 0 }])
    expect((await listReview(reviewer, project.id)).toSettle.tasks).toMatchObject([{ waiting: false }])
  })

  it('leaves out what a reviewer annotated, gold, and other projects', async () => {
    const { project, task, annotators, reviewer, approver } = await revealed()
    await prisma().membership.updateMany({
      where: { projectId: project.id, userId: annotators[0].userId },
      data: { role: 'reviewer' },
    })
    expect((await listReview(annotators[0], project.id)).toSettle.total).toBe(0)
    const stranger = actorOf(await makeMember(await makeProject(), 'manager'))
    expect((await failure(listReview(stranger, project.id))).code).toBe('not_found')
    const { revision } = await resolveQuestion(reviewer, task.id, {
      ...label,
      choice: { value: true },
      reason: '',
      expectedRevision: (await getConsolidation(reviewer, task.id)).revision,
    })
    const { revision: confirmed } = await adjudicateTask(reviewer, task.id, { expectedRevision: revision })
    await approveTask(approver, task.id, { expectedRevision: confirmed })
    const left = await listReview(approver, project.id)
    expect([left.toSettle.total, left.toApprove.total]).toEqual([0, 0])
  })
})
