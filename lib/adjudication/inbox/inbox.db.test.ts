import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { acceptValue } from '@/lib/adjudication/consolidation/discussion/accept-value'
import { proposeValue } from '@/lib/adjudication/consolidation/propose-value'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { replyToProposal } from '@/lib/adjudication/consolidation/reply-to-proposal'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { answerInquiry } from '@/lib/annotation/inquiries/answer-inquiry'
import { askManager } from '@/lib/annotation/inquiries/ask-manager'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { archiveProject } from '@/lib/workspace/projects/archive-project'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { decomposed, entry, makeScene, submitAll } from '@/tests/discussion-scene'
import {
  answersWith,
  makeAnnotation,
  makeAssignment,
  makeMember,
  makeProject,
  makeTask,
  makeUser,
} from '@/tests/factories'
import { getInbox, getReveal } from './queries'
import { streamInbox } from './stream-inbox'

const at = { unit: 's2', question: 'label' }

/** A task whose two annotators differ on one question, revealed, with two reviewers. */
async function revealed() {
  const project = await makeProject({ name: 'Oceans' })
  const task = await makeTask(project)
  const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  await makeAnnotation(task, ada, answersWith(true), true)
  await makeAnnotation(task, ben, answersWith(false), true)
  const reviewer = actorOf(await makeMember(project, 'reviewer'))
  const other = actorOf(await makeMember(project, 'reviewer'))
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, reviewer, task.id, { lock: true }), null))
  return { project, task, ada: actorOf(ada), ben: actorOf(ben), reviewer, other }
}

/** What is decided: the kind, and of what is counted as much as there is. */
async function decisionsOf(actor: Actor): Promise<string[]> {
  const { decisions } = await getInbox(actor)
  expect(decisions.total).toBe(decisions.list.length)
  return decisions.list.map((each) => [each.kind, each.open, ...('asked' in each ? [each.asked] : [])].join(' '))
}

const revisionOf = async (actor: Actor, taskId: string) => (await getConsolidation(actor, taskId)).revision

describe('what waits for a decision', () => {
  it('goes from reviewer to annotators and back with a proposal, and on to whoever approves', async () => {
    const { task, ada, ben, reviewer, other } = await revealed()
    expect(await decisionsOf(reviewer)).toEqual(['settle 1 0'])
    expect(await decisionsOf(ada)).toEqual([])
    const { revision } = await proposeValue(reviewer, task.id, {
      ...at,
      value: false,
      comment: '',
      expectedRevision: await revisionOf(reviewer, task.id),
    })
    // All that is open waits for the annotators now.
    expect(await decisionsOf(reviewer)).toEqual([])
    expect(await decisionsOf(ada)).toEqual(['proposals 1 1'])
    const reply = { ...at, value: false, reply: 'accept', comment: '' } as const
    await replyToProposal(ada, task.id, reply)
    expect(await decisionsOf(ada)).toEqual([])
    expect(await decisionsOf(ben)).toEqual(['proposals 1 1'])
    await replyToProposal(ben, task.id, reply)
    expect(await decisionsOf(ben)).toEqual([])
    expect(await decisionsOf(reviewer)).toEqual(['settle 1 0'])
    await resolveQuestion(reviewer, task.id, {
      ...at,
      choice: { lane: (await getConsolidation(reviewer, task.id)).lanes[0]?.id ?? '' },
      reason: '',
      expectedRevision: await revisionOf(reviewer, task.id),
    })
    expect(revision).toBeLessThan(await revisionOf(reviewer, task.id))
    expect(await decisionsOf(reviewer)).toEqual(['settle 0 0'])
    await adjudicateTask(reviewer, task.id, { expectedRevision: await revisionOf(reviewer, task.id) })
    expect(await decisionsOf(reviewer)).toEqual([])
    expect(await decisionsOf(other)).toEqual(['approve 0 0'])
  })

  it('waits since the proposal as it is was made, and no longer once it is withdrawn', async () => {
    const { task, ada, reviewer } = await revealed()
    const propose = async (value: boolean | null) => {
      const expectedRevision = await revisionOf(reviewer, task.id)
      const before = Date.now()
      await proposeValue(reviewer, task.id, { ...at, value, comment: '', expectedRevision })
      const [waiting] = (await getInbox(ada)).decisions.list
      return { before, since: waiting ? Date.parse(waiting.since) : null }
    }
    const first = await propose(false)
    expect(first.since).toBeGreaterThanOrEqual(first.before)
    const second = await propose(true)
    expect(second.since).toBeGreaterThanOrEqual(second.before)
    expect((await propose(null)).since).toBeNull()
  })

  it('is nothing for a reviewer who has annotated the item, and all the same for another', async () => {
    const { project, ada, other } = await revealed()
    await prisma().membership.updateMany({
      where: { projectId: project.id, userId: ada.userId },
      data: { role: 'reviewer' },
    })
    expect(await decisionsOf(ada)).toEqual([])
    expect(await decisionsOf(other)).toEqual(['settle 1 0'])
  })

  it('comes back to the reviewer where whoever has not answered a proposal cannot any more', async () => {
    const { project, task, ada, ben, reviewer } = await revealed()
    const expectedRevision = await revisionOf(reviewer, task.id)
    await proposeValue(reviewer, task.id, { ...at, value: false, comment: '', expectedRevision })
    await replyToProposal(ada, task.id, { ...at, value: false, reply: 'accept', comment: '' })
    expect(await decisionsOf(reviewer)).toEqual([])
    await prisma().membership.deleteMany({ where: { projectId: project.id, userId: ben.userId } })
    expect(await decisionsOf(reviewer)).toEqual(['settle 1 0'])
  })

  it('is no question of an annotator for a manager who annotates too, and none is noted as read', async () => {
    const { project, ada } = await revealed()
    const [asked, own] = [await makeTask(project), await makeTask(project)]
    await makeAssignment(asked, { id: ada.userId })
    await askManager(ada, asked.id, { inquiryId: randomUUID(), question: 'Does the title count?' })
    const user = await makeMember(project, 'manager')
    await makeAssignment(own, user)
    expect(await decisionsOf(actorOf(user))).toEqual(['settle 1 0'])
    expect(await prisma().answerRead.count({ where: { taskId: asked.id, userId: user.id } })).toBe(0)
  })

  it('is not sent back to whoever takes a place that was freed since', async () => {
    const { project, task, ben, reviewer } = await revealed()
    await prisma().membership.deleteMany({ where: { projectId: project.id, userId: ben.userId } })
    await reopenTask(reviewer, task.id, { comment: 'Please read the second sentence again.' })
    const late = await makeMember(project, 'annotator')
    await makeAssignment(task, late)
    const { decisions, work } = await getInbox(actorOf(late))
    expect(decisions.list).toEqual([])
    expect(work.list).toMatchObject([{ taskId: task.id, standing: 'given' }])
  })

  it('is a discussion for both partners until one has had their say', async () => {
    const { taskId, ada, ben, third } = await makeScene()
    const importances = (s1: string, s2: string, key: string) => ({
      s1: { checkworthy: 'yes', importance: s1, claims: [entry(key)] },
      s2: { checkworthy: 'opinion', importance: s2 },
    })
    const claim = 'The Rhine rises in Austria.'
    await submitAll(taskId, [
      [ada, decomposed({ a1: claim }, importances('yes', 'no', 'a1'))],
      [ben, decomposed({ b1: claim }, importances('intermediate', 'intermediate', 'b1'))],
    ])
    expect(await decisionsOf(ada)).toEqual(['discussion 2 0'])
    expect(await decisionsOf(ben)).toEqual(['discussion 2 0'])
    for (const actor of [ada, ben])
      expect(await getReveal(actor, taskId)).toEqual({ discusses: true, revealed: { raters: 2, open: 2 } })
    expect(await getReveal(third, taskId)).toEqual({ discusses: false, revealed: null })
    for (const unit of ['s1', 's2'])
      await acceptValue(ada, taskId, { unit, question: 'importance', choice: { value: 'no' }, reason: 'It is aside.' })
    expect(await decisionsOf(ada)).toEqual([])
    expect(await decisionsOf(ben)).toEqual(['discussion 2 2'])
  })

  it.each(['approving', 'gold'] as const)('is nothing any more where a task is %s', async (state) => {
    const project = await makeProject({ stage: { consolidation: 'discussion' } })
    const task = await makeTask(project)
    const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    for (const person of [ada, ben]) await makeAnnotation(task, person, answersWith(true), true)
    await prisma().task.update({ where: { id: task.id }, data: { state } })
    expect(await getReveal(actorOf(ada), task.id)).toEqual({ discusses: false, revealed: null })
  })

  it('is nobody’s to discuss before both are done, and no word to the first tells of the second', async () => {
    const project = await makeProject({ stage: { consolidation: 'discussion' } })
    const task = await makeTask(project)
    const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    await makeAnnotation(task, ada, answersWith(true), true)
    const waiting = { discusses: true, revealed: null }
    expect(await getReveal(actorOf(ada), task.id)).toEqual(waiting)
    await makeAnnotation(task, ben, answersWith(false))
    expect(await getReveal(actorOf(ada), task.id)).toEqual(waiting)
    expect(await getReveal(actorOf(ben), task.id)).toEqual({ discusses: false, revealed: null })
    await expect(getReveal(actorOf(await makeUser()), task.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is sent back with a remark, and an answered question with its answer, and neither stands among the tasks in hand', async () => {
    const { project, task, ada, reviewer } = await revealed()
    const manager = actorOf(await makeMember(project, 'manager'))
    const asked = await makeTask(project)
    await makeAssignment(asked, { id: ada.userId })
    const inquiryId = randomUUID()
    await askManager(ada, asked.id, { inquiryId, question: 'Does the title count?' })
    expect((await getInbox(ada)).work.list).toMatchObject([{ taskId: asked.id, standing: 'set_aside' }])
    expect(await decisionsOf(manager)).toEqual(['settle 1 0', 'inquiries 1'])
    await answerInquiry(manager, project.id, inquiryId, 'Only where it states a fact.')
    expect(await decisionsOf(manager)).toEqual(['settle 1 0'])
    await reopenTask(reviewer, task.id, { comment: 'Please read the second sentence again.' })
    const { decisions, work } = await getInbox(ada)
    expect(decisions.list).toMatchObject([
      { kind: 'answered', taskId: asked.id, comment: 'Only where it states a fact.', projectName: 'Oceans' },
      { kind: 'sent_back', taskId: task.id, comment: 'Please read the second sentence again.' },
    ])
    expect(work).toEqual({ total: 0, list: [] })
    expect(await decisionsOf(manager)).toEqual([])
  })

  it('puts who has waited longest first across projects, and leaves out what is archived', async () => {
    const [later, earlier] = [await revealed(), await revealed()]
    await prisma().$executeRaw`alter table annotations disable trigger annotations_frozen`
    await prisma().annotation.updateMany({
      where: { taskId: earlier.task.id },
      data: { submittedAt: new Date('2030-01-01T00:00:00Z') },
    })
    await prisma().annotation.updateMany({
      where: { taskId: later.task.id },
      data: { submittedAt: new Date('2030-01-02T00:00:00Z') },
    })
    await prisma().$executeRaw`alter table annotations enable trigger annotations_frozen`
    const reviewer = await makeUser()
    for (const { project } of [later, earlier]) await makeMember(project, 'reviewer', reviewer)
    const listed = async () =>
      (await getInbox(actorOf(reviewer))).decisions.list.map((each) => 'taskId' in each && each.taskId)
    expect(await listed()).toEqual([earlier.task.id, later.task.id])
    const manager = actorOf(await makeMember(earlier.project, 'manager'))
    await archiveProject(manager, earlier.project.id, true)
    expect(await listed()).toEqual([later.task.id])
  })
})

describe('one’s own tasks', () => {
  it('come oldest first, those set aside last, whatever partners have done to them', async () => {
    const project = await makeProject({ name: 'Rivers' })
    const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
    const tasks = [await makeTask(project), await makeTask(project), await makeTask(project)]
    for (const task of tasks) await makeAssignment(task, ada)
    const [first, second, third] = tasks
    if (!first || !second || !third) throw new Error('there are three tasks')
    await makeAnnotation(third, ada, { s1: { label: true } })
    await askManager(actorOf(ada), first.id, { inquiryId: randomUUID(), question: 'Is this a river?' })
    const read = async () => getInbox(actorOf(ada))
    const before = await read()
    expect(before.work.list.map(({ taskId, standing }) => [taskId, standing])).toEqual([
      [second.id, 'given'],
      [third.id, 'begun'],
      [first.id, 'set_aside'],
    ])
    await makeAnnotation(second, ben, answersWith(true), true)
    await makeAnnotation(third, ben, { s1: { label: true } })
    expect(await read()).toEqual(before)
  })

  it('are followed by the projects to take a task in, with the minutes of ten tasks or more', async () => {
    const person = await makeUser()
    const [known, fresh, empty, viewed] = [
      await makeProject({ name: 'Known' }),
      await makeProject({ name: 'Fresh' }),
      await makeProject({ name: 'Empty' }),
      await makeProject({ name: 'Viewed' }),
    ]
    for (const project of [known, fresh, empty]) await makeMember(project, 'annotator', person)
    await makeMember(viewed, 'viewer', person)
    for (const project of [fresh, viewed]) await makeTask(project)
    for (let n = 1; n <= 10; n++) {
      const task = await makeTask(known)
      const { id } = await makeAnnotation(task, person, answersWith(true))
      await prisma().annotation.update({ where: { id }, data: { activeSeconds: 60 * n } })
      await prisma().annotation.update({ where: { id }, data: { state: 'submitted', submittedAt: new Date() } })
      await prisma().assignment.updateMany({ where: { taskId: task.id }, data: { state: 'submitted' } })
    }
    const { next, member } = await getInbox(actorOf(person))
    expect(next.map(({ projectName, minutes }) => [projectName, minutes])).toEqual([
      ['Known', 5.5],
      ['Fresh', null],
    ])
    expect(member).toBe(true)
  })

  it('are none for whoever is in no project, nor for an administrator in those of others', async () => {
    await revealed()
    const nothing = { decisions: { total: 0, list: [] }, work: { total: 0, list: [] }, next: [], member: false }
    expect(await getInbox(actorOf(await makeUser()))).toEqual(nothing)
    expect(await getInbox(actorOf(await makeUser({ isAdmin: true })))).toEqual(nothing)
  })
})

describe('streamInbox', () => {
  it('tells how many decisions wait as they come, and writes nothing while they are the same', async () => {
    const { project, task, reviewer, ada } = await revealed()
    const abort = new AbortController()
    const reader = (await streamInbox(ada, abort.signal)).body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await read()).toContain('"waiting":0')
    // Another task of the project changes its state: nothing of hers.
    const unknown = await makeTask(project)
    await prisma().task.update({ where: { id: unknown.id }, data: { state: 'discarded' } })
    await reopenTask(reviewer, task.id, { comment: 'Please look again.' })
    expect(await read()).toContain('"waiting":1')
    abort.abort()
    expect((await reader?.read())?.done).toBe(true)
  })
})
