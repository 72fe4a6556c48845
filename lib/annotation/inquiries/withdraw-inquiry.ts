import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'

/** Takes a question back. What came from the queue is a reservation again, from now on. */
export async function withdrawInquiry(actor: Actor, taskId: string, inquiryId: string): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorizeTask(actor, 'task.annotate', task, 'This task is not yours any more.')
    const assignmentId = task.assignment?.id ?? ''
    const closed = await tx.inquiry.updateMany({
      where: { id: inquiryId, assignmentId, answeredAt: null, closedAt: null },
      data: { closedAt: new Date() },
    })
    if (closed.count === 0) throw new AppError('conflict', 'This question is answered or withdrawn already.')
    // By the clock of the database, as everywhere.
    await tx.$executeRaw`
      update assignments set state = 'reserved', updated_at = now(),
        expires_at = now() + make_interval(mins => ${task.reservationMinutes})
      where id = ${assignmentId}::uuid and origin = 'queue'`
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'assignment.question_withdrawn', scope, { userId: actor.userId })
  })
}
