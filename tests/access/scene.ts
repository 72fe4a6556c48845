/**
 * One project at one moment of a task's life, with everybody who could knock: the access table is checked against it.
 * Ben has submitted, by an import whose record holds his labels; Ada's draft is complete; each has chosen and written
 * something nobody else may read before the reveal.
 */
import { createHash, randomUUID } from 'node:crypto'
import { askManager } from '@/lib/annotation/inquiries/ask-manager'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { forgetRates } from '@/lib/platform/server/rate-limit'
import { editItems } from '@/lib/workspace/items/edits/edit-items'
import { viewQuerySchema } from '@/lib/workspace/items/views/contract'
import { saveView } from '@/lib/workspace/items/views/save-view'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf, sessionFor } from '@/tests/actors'
import { answersWith, makeAnnotation, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { DISCUSSION_MOMENTS, discuss, isDiscussion } from './discussion'
import { makePrefill } from './prefill-scene'
import { makeResults, type WaitForWorker } from './results-scene'
import { QUESTION, SECRETS } from './secrets'

export const moments = [
  'preparing',
  'open',
  'revealed',
  'approving',
  'gold',
  'released',
  'discarded',
  'stale',
  ...DISCUSSION_MOMENTS,
] as const
export type Moment = (typeof moments)[number]

/** Who knocks. `partner` has submitted; `approver` is a second reviewer; `expired` shows a token whose time is over. */
export const actors = [
  'nobody',
  'expired',
  'outsider',
  'viewer',
  'assigned',
  'unassigned',
  'partner',
  'reviewer',
  'approver',
  'manager',
  'administrator',
] as const
export type ActorName = (typeof actors)[number]

/** Choices that only one of them made. */
export const CHOICES = { assigned: 'reasoning_error', partner: 'fooled' } as const

/** Every actor asks from the same address; the throttle has tests of its own. */
export async function forgetThrottle(): Promise<void> {
  await prisma().throttle.deleteMany()
  forgetRates()
}

/** `worker`: an app is at work on the same database and does what is enqueued, which this waits for. */
export async function makeScene(moment: Moment, { worker = null }: { worker?: WaitForWorker | null } = {}) {
  await forgetThrottle()
  const protocolId = isDiscussion(moment) ? 'factcheck-bench' : 'felm'
  const project = await makeProject({ name: 'Scene', protocolId, stage: { raters: 2 } })
  const people = {
    outsider: await makeUser(),
    viewer: await makeMember(project, 'viewer'),
    assigned: await makeMember(project, 'annotator'),
    unassigned: await makeMember(project, 'annotator'),
    partner: await makeMember(project, 'annotator'),
    reviewer: await makeMember(project, 'reviewer'),
    approver: await makeMember(project, 'reviewer'),
    manager: await makeMember(project, 'manager', await makeUser({ canCreateProjects: true })),
    administrator: await makeUser({ isAdmin: true }),
  }
  await makeMember(await makeProject({ name: 'Elsewhere' }), 'manager', people.outsider)
  const task = await makeTask(project, { state: moment === 'preparing' ? 'preparing' : 'open' })
  if (isDiscussion(moment)) await discuss(moment, task, people, SECRETS)
  else if (moment !== 'preparing') await work(moment, task, people)
  const own = { taskId: task.id, userId: people.assigned.id }
  const draft = await prisma().annotation.findFirst({ where: own, select: { id: true } })
  const draftId = draft?.id ?? randomUUID()
  const edit = await editItems(actorOf(people.manager), project.id, {
    selection: { ids: [task.itemId] },
    change: { act: 'set', priority: 1 },
  })
  const view = { query: viewQuerySchema.parse({ sort: 'title' }) }
  const shared = await saveView(actorOf(people.manager), project.id, { ...view, name: 'Shared', shared: true })
  const ownView = await saveView(actorOf(people.manager), project.id, { ...view, name: 'Own', shared: false })
  const inquiryId = randomUUID()
  if (moment === 'open') await askManager(actorOf(people.assigned), task.id, { inquiryId, question: QUESTION })
  return {
    moment,
    project,
    task,
    people,
    draftId,
    extras: {
      inquiryId,
      editId: edit.id ?? '',
      sharedViewId: shared.id,
      ownViewId: ownView.id,
      ...(await makeExtras(project.id, people)),
      ...(await makePrefill(task, people)),
      ...(await makeResults(project.id, actorOf(people.manager), { released: moment === 'released', worker })),
    },
  }
}
export type Scene = Awaited<ReturnType<typeof makeScene>>
type People = Record<Exclude<ActorName, 'nobody' | 'expired'>, Awaited<ReturnType<typeof makeUser>>>

const isGold = (moment: Moment) => moment === 'gold' || moment === 'released'

async function work(moment: Moment, task: Awaited<ReturnType<typeof makeTask>>, people: People) {
  const bens = answersWith(false)
  const adas = answersWith(true)
  bens.s2 = { ...bens.s2, errorType: CHOICES.partner, reason: SECRETS.partner }
  adas.s1 = { label: false, errorType: CHOICES.assigned, reason: SECRETS.assigned }
  const { id } = await makeAnnotation(task, people.partner, bens, true)
  await prisma().annotation.update({ where: { id }, data: { origin: 'import' } })
  const labels = { labels: [true, false], type: [null, CHOICES.partner], comment: ['', SECRETS.partner] }
  const record = JSON.stringify({ ...JSON.parse(task.item.record), ...labels })
  await prisma().item.update({ where: { id: task.itemId }, data: { record } })
  await makeAnnotation(task, people.assigned, adas, moment !== 'open' && moment !== 'discarded')
  await prisma().comment.create({ data: { taskId: task.id, userId: people.partner.id, body: SECRETS.partner } })
  await prisma().comment.create({ data: { taskId: task.id, userId: people.assigned.id, body: SECRETS.assigned } })
  await tellOfWork(task, people.assigned.id)
  if (moment === 'open') return
  const by: Actor = actorOf(people.manager)
  if (moment === 'discarded') return discardTask(by, task.id, { reason: 'riddle', note: '' })
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, by, task.id, { lock: true }), null))
  if (moment === 'stale')
    await prisma().task.update({ where: { id: task.id }, data: { stale: true, staleChanges: [] } })
  const settled = { adjudicatorId: people.reviewer.id, adjudicatedAt: new Date() }
  if (moment === 'approving' || isGold(moment))
    await prisma().task.update({ where: { id: task.id }, data: { state: 'approving', ...settled } })
  const resolutions = ['s1', 's2'].map((key) => ({
    taskId: task.id,
    round: 1,
    unitId: task.units.find((unit) => unit.key === key)?.id ?? '',
    question: 'label',
    value: true,
    how: 'edited' as const,
    resolvedById: people.reviewer.id,
    reason: 'Checked in an atlas.',
  }))
  if (moment === 'approving' || isGold(moment)) await prisma().resolution.createMany({ data: resolutions })
  if (!isGold(moment)) return
  await transaction(async (tx) =>
    makeGold(tx, await loadTask(tx, by, task.id, { lock: true }), {
      answers: { item: { action: 'keep' }, s1: { label: true }, s2: { label: true } },
      origin: 'consolidated',
      actorId: people.approver.id,
      adjudicatorId: people.reviewer.id,
      approverId: people.approver.id,
    }),
  )
}

/** What the log has of Ada's work, as an earlier version wrote it: a change that names no step. */
async function tellOfWork(task: { id: string; itemId: string; projectId: string }, actorId: string) {
  const { id: taskId, itemId, projectId } = task
  const { id: annotationId } = await prisma().annotation.findFirstOrThrow({ where: { taskId, userId: actorId } })
  const scope = { actorId, projectId, itemId, taskId, annotationId }
  const change = { unit: 's1', question: 'reason', from: null, to: SECRETS.assigned, origin: 'typed', revision: 1 }
  await transaction(async (tx) => {
    await record(tx, 'annotation.started', scope, { round: 1 })
    await record(tx, 'answer.saved', scope, change)
  })
}

/** Rows that some endpoints speak of by id. */
async function makeExtras(projectId: string, people: People) {
  const secret = `assay_${randomUUID()}`
  const tokenHash = createHash('sha256').update(secret).digest('hex')
  const expired = { name: 'old', prefix: 'assay_', expiresAt: new Date(0) }
  await prisma().apiToken.create({ data: { userId: people.manager.id, tokenHash, ...expired } })
  const invitation = await prisma().invitation.create({
    data: {
      tokenHash: randomUUID(),
      projectId,
      role: 'viewer',
      createdById: people.manager.id,
      expiresAt: new Date(Date.now() + 1e8),
    },
  })
  const file = await prisma().import.create({
    data: {
      projectId,
      fileName: 'a.jsonl',
      state: 'ready',
      createdById: people.manager.id,
      chunks: { create: { position: 0, bytes: Buffer.from('{"prompt":"p","response":"r"}') } },
    },
  })
  const protocol = await makeProtocolVersion({ by: people.manager })
  const bystander = await makeUser()
  return { expiredToken: secret, invitationId: invitation.id, importId: file.id, bystander, protocol }
}

/** What an actor sends along. */
export async function headersOf({ extras, people }: Scene, name: ActorName): Promise<Record<string, string>> {
  if (name === 'nobody') return {}
  if (name === 'expired') return { authorization: `Bearer ${extras.expiredToken}` }
  return { cookie: await sessionFor(people[name]) }
}
