import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { AskManager } from './contract'

/**
 * Sets the actor's task aside with a question to the managers. The share keeps its place and does not lapse any more; the
 * queue passes the task over until the question is answered or withdrawn. Asked again under the same id it changes nothing.
 */
export async function askManager(actor: Actor, taskId: string, { inquiryId, question }: AskManager): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorizeTask(actor, 'task.annotate', task, 'Only a task that you are working on can be set aside.')
    if (await isAsked(tx, task, inquiryId)) return
    const assignmentId = task.assignment?.id ?? ''
    const open = await tx.inquiry.count({ where: { assignmentId, answeredAt: null, closedAt: null } })
    if (open > 0)
      throw new AppError(
        'conflict',
        'Your last question about this task has no answer yet. Withdraw it to ask another.',
      )
    await tx.inquiry.create({ data: { id: inquiryId, assignmentId, question } })
    await tx.assignment.update({ where: { id: assignmentId }, data: { state: 'assigned', expiresAt: null } })
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'assignment.set_aside', scope, { userId: actor.userId, question })
  })
}

/** Was this very question put already? Throws `conflict` where the id is another one's. */
async function isAsked(tx: Tx, task: LoadedTask, id: string): Promise<boolean> {
  const inquiry = await tx.inquiry.findUnique({ where: { id }, select: { assignmentId: true } })
  if (inquiry && inquiry.assignmentId !== task.assignment?.id)
    throw new AppError('conflict', 'Another question has this id. Give yours a new one.')
  return inquiry !== null
}
