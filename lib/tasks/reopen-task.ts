import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { type Tx, transaction } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
import type { reopenTaskBody } from './contract'
import { authorizeTask, type LoadedTask, loadTask } from './load-task'

/**
 * Sends a task back with a comment, as a new round. Whoever is named works on from their old answers; the others'
 * answers are taken over into the new round as they were submitted. History stays, and agreement stays that of round 1.
 */
export async function reopenTask(actor: Actor, taskId: string, body: z.infer<typeof reopenTaskBody>): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorizeTask(actor, 'task.sendBack', task)
    const shares = await tx.assignment.findMany({
      where: { taskId, state: 'submitted' },
      select: { id: true, userId: true },
    })
    const annotators = shares.map((share) => share.userId)
    const sentTo = body.userIds ?? annotators
    if (sentTo.length === 0)
      throw new AppError('rule', 'Nobody annotated this task here, so there is nobody to send it back to.')
    const strangers = sentTo.filter((userId) => !annotators.includes(userId))
    if (strangers.length > 0) throw new AppError('rule', 'A task can only be sent back to people who annotated it.')

    const round = task.round + 1
    await tx.task.update({
      where: { id: taskId },
      data: {
        state: 'open',
        round,
        revision: { increment: 1 },
        adjudicatorId: null,
        adjudicatedAt: null,
        approverId: null,
        approvedAt: null,
      },
    })
    await tx.assignment.updateMany({
      where: { taskId, userId: { in: sentTo } },
      data: { state: 'assigned', expiresAt: null },
    })
    for (const userId of annotators) await carryOver(tx, task, round, userId, !sentTo.includes(userId))
    await tx.comment.create({ data: { taskId, userId: actor.userId, body: body.comment } })
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'task.reopened', scope, { round, userIds: sentTo, comment: body.comment })
  })
}

/** Starts the new round's annotation from the old answers; submits it at once for those whose share was not sent back. */
async function carryOver(tx: Tx, task: LoadedTask, round: number, userId: string, submit: boolean): Promise<void> {
  const created = await tx.annotation.create({
    data: { taskId: task.id, userId, round, independent: false },
    select: { id: true },
  })
  await tx.$executeRaw`
    insert into labels (annotation_id, unit_id, task_id, question, value, origin)
    select ${created.id}::uuid, l.unit_id, l.task_id, l.question, l.value, 'carried'
    from labels l join annotations a on a.id = l.annotation_id
    where a.task_id = ${task.id}::uuid and a.user_id = ${userId}::uuid and a.round = ${task.round}`
  if (submit)
    await tx.annotation.update({ where: { id: created.id }, data: { state: 'submitted', submittedAt: new Date() } })
}
