import 'server-only'
import { prolong } from '@/lib/annotation/assignments/prolong'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'

/**
 * Makes a submission of the actor's that is not frozen yet their open draft again, as it was. It and the job that freezes it lock the
 * same rows, so that one of them wins: throws `conflict` where the job has. Taken back already, it stays so.
 */
export async function takeBackSubmission(actor: Actor, taskId: string, annotationId: string): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    const { held, submitted } = await lockOwn(tx, actor, { taskId, annotationId })
    if (submitted)
      throw new AppError(
        'conflict',
        'It was too late to take this back: it is submitted. A reviewer or manager can send it back to you.',
      )
    if (held) {
      await tx.annotation.update({ where: { id: annotationId }, data: { heldUntil: null } })
      await prolong(tx, { taskId, userId: actor.userId, reservationMinutes: task.reservationMinutes })
    } else authorizeTask(actor, 'task.annotate', task, 'There is nothing of yours to take back here.')
  })
}

/** Holds the row of an annotation of the actor's. Throws `forbidden` where it is not theirs. */
async function lockOwn(tx: Tx, { userId }: Actor, { taskId, annotationId }: { taskId: string; annotationId: string }) {
  const [own] = await tx.$queryRaw<{ held: boolean; submitted: boolean }[]>`
    select held_until is not null "held", state = 'submitted' "submitted" from annotations
    where id = ${annotationId}::uuid and task_id = ${taskId}::uuid and user_id = ${userId}::uuid for update`
  if (!own) throw new AppError('forbidden', 'There is nothing of yours to take back here.')
  return own
}
