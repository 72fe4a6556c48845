import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { countTime } from '@/lib/workspace/tasks/count-time'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'
import { prolong } from './prolong'

/** A sign of life from the workbench: prolongs the reservation and adds active time to the open annotation. */
export async function renewAssignment(
  actor: Actor,
  taskId: string,
  activeSeconds: number,
): Promise<{ expiresAt: string | null }> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    authorizeTask(actor, 'task.annotate', task)
    // The annotation before the share: saving and submitting take them in this order too.
    const { count } = await tx.annotation.updateMany({
      where: { taskId, userId: actor.userId, round: task.round, state: 'draft' },
      data: { activeSeconds: { increment: activeSeconds } },
    })
    if (count > 0) await countTime(tx, task, { userId: actor.userId, kind: 'annotation', seconds: activeSeconds })
    const expiresAt = await prolong(tx, { taskId, userId: actor.userId, reservationMinutes: task.reservationMinutes })
    return { expiresAt: expiresAt?.toISOString() ?? null }
  })
}
