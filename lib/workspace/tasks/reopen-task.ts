import 'server-only'
import type { z } from 'zod'
import type { EventScope } from '@/lib/platform/events/events'
import { record, recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { reopenTaskBody } from './contract'
import { decideSecond } from './decide-second'
import { authorizeTask, type LoadedTask, loadTask } from './load-task'

/**
 * Sends a task back with a comment, as a new round. Whoever is named works on from their old answers; the others'
 * answers are taken over into the new round as they were submitted. The place of somebody named who no longer annotates
 * here is freed for others, so that the round can end. History stays, and agreement stays that of round 1.
 */
export async function reopenTask(actor: Actor, taskId: string, body: z.infer<typeof reopenTaskBody>): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    await sendBack(tx, actor, task, body)
  })
}

/** The same of a task that the caller has loaded and locked. */
export async function sendBack(
  tx: Tx,
  actor: Actor,
  task: LoadedTask,
  body: z.infer<typeof reopenTaskBody>,
): Promise<void> {
  const taskId = task.id
  authorizeTask(actor, 'task.sendBack', task)
  if (task.second) return sendSecondBack(tx, actor, task, body.comment)
  const shares = await tx.assignment.findMany({ where: { taskId, state: 'submitted' }, select: { userId: true } })
  const annotators = shares.map((share) => share.userId)
  const chosenUserIds = body.userIds ?? annotators
  if (chosenUserIds.length === 0)
    throw new AppError('rule', 'Nobody annotated this task here, so there is nobody to send it back to.')
  const strangers = chosenUserIds.filter((userId) => !annotators.includes(userId))
  if (strangers.length > 0) throw new AppError('rule', 'A task can only be sent back to people who annotated it.')

  const { present, gone } = await splitByPresence(tx, task.projectId, chosenUserIds)
  const round = task.round + 1
  await openRound(tx, taskId, round)
  await tx.assignment.updateMany({
    where: { taskId, userId: { in: present } },
    data: { state: 'assigned', expiresAt: null },
  })
  const staying = annotators.filter((userId) => !gone.includes(userId))
  for (const userId of staying) await carryOver(tx, task, round, userId, !present.includes(userId))
  await tx.comment.create({ data: { taskId, userId: actor.userId, body: body.comment } })
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
  await record(tx, 'task.reopened', scope, { round, userIds: present, comment: body.comment })
  await release(tx, scope, gone)
}

/** A copy for a second adjudication goes to nobody: what is kept is that its reader would have sent it back, and why. */
async function sendSecondBack(tx: Tx, actor: Actor, task: LoadedTask, comment: string): Promise<void> {
  const { id: taskId, itemId, projectId } = task
  await openRound(tx, taskId, task.round + 1)
  await tx.comment.create({ data: { taskId, userId: actor.userId, body: comment } })
  const scope = { actorId: actor.userId, projectId, itemId, taskId }
  await record(tx, 'task.reopened', scope, { round: task.round + 1, userIds: [], comment })
  await decideSecond(tx, actor, task, { outcome: 'sent_back' })
}

/** Who of them can still annotate in the project, and who cannot. */
export async function splitByPresence(tx: Tx, projectId: string, userIds: readonly string[]) {
  const able = await tx.membership.findMany({
    where: { projectId, userId: { in: [...userIds] }, role: { not: 'viewer' }, user: { deactivatedAt: null } },
    select: { userId: true },
  })
  const isAble = (userId: string) => able.some((member) => member.userId === userId)
  return { present: userIds.filter(isAble), gone: userIds.filter((userId) => !isAble(userId)) }
}

/** Opens the task for a new round, with nobody's confirmation on it. */
export async function openRound(tx: Tx, taskId: string, round: number): Promise<void> {
  const unsigned = { adjudicatorId: null, adjudicatedAt: null, approverId: null, approvedAt: null, thirdRaterAt: null }
  await tx.task.update({
    where: { id: taskId },
    data: { state: 'open', round, revision: { increment: 1 }, ...unsigned },
  })
}

/** Frees places. The origin changes too: the queue does not offer such a share to its old holder first. */
export async function release(
  tx: Tx,
  scope: EventScope & { taskId: string },
  userIds: readonly string[],
): Promise<void> {
  await tx.assignment.updateMany({
    where: { taskId: scope.taskId, userId: { in: [...userIds] } },
    data: { state: 'released', origin: 'manager', expiresAt: null },
  })
  const rows = userIds.map((userId) => ({ scope, data: { userId, why: 'left' as const } }))
  await recordMany(tx, 'assignment.released', rows)
}

/** The order in which somebody saw the units of the round that ends. */
async function shownBefore(tx: Tx, { id: taskId, round }: LoadedTask, userId: string) {
  const before = await tx.annotation.findFirst({ where: { taskId, userId, round }, select: { shown: true } })
  return before?.shown ? { shown: before.shown } : {}
}

/** Starts the new round's annotation from the old answers; submits it at once for those whose share was not sent back. */
async function carryOver(tx: Tx, task: LoadedTask, round: number, userId: string, submit: boolean): Promise<void> {
  const shownColumns = await shownBefore(tx, task, userId)
  const created = await tx.annotation.create({
    data: { taskId: task.id, userId, round, independent: false, ...shownColumns },
    select: { id: true },
  })
  await tx.$executeRaw`
    insert into labels (annotation_id, unit_id, task_id, question, value, origin)
    select ${created.id}::uuid, l.unit_id, l.task_id, l.question, l.value, 'carried'
    from labels l join annotations a on a.id = l.annotation_id
    where a.task_id = ${task.id}::uuid and a.user_id = ${userId}::uuid and a.round = ${task.round}`
  if (submit) await submitAsItWas(tx, task, created.id, userId)
}

/** Nobody looks at these answers again: they count as given under the guidelines that they were given under in the round before. */
const submitAsItWas = (tx: Tx, { id: taskId, round }: LoadedTask, annotationId: string, userId: string) =>
  tx.$executeRaw`
    update annotations a set state = 'submitted', submitted_at = ${new Date()},
      guideline_version = coalesce(b.guideline_version, (
        select max(g.version) from guidelines g join tasks t on t.project_id = g.project_id
        where t.id = b.task_id and g.created_at <= b.submitted_at))
    from annotations b
    where a.id = ${annotationId}::uuid
      and b.task_id = ${taskId}::uuid and b.user_id = ${userId}::uuid and b.round = ${round}`
