import 'server-only'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { transaction } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
import { loadTask } from './load-task'

/**
 * Takes back a discarding: the task returns to where its answers say it was, to the annotators if any share is
 * missing, otherwise to consolidation. Managers only.
 */
export async function restoreTask(actor: Actor, taskId: string): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    if (task.subject.role !== 'manager' || task.subject.archived)
      throw new AppError('forbidden', 'Only a manager can take back a discarding.')
    if (task.state !== 'discarded') throw new AppError('conflict', 'This item is not discarded.')
    await tx.item.update({
      where: { id: task.itemId },
      data: { discardedAt: null, discardReason: null, discardNote: null, discardedById: null },
    })
    await tx.$executeRaw`
      update tasks set revision = revision + 1, adjudicator_id = null, adjudicated_at = null, state = (case
        when submitted_count >= raters then 'consolidating'
        when assigned_count > 0 or exists (select 1 from annotations a where a.task_id = tasks.id) then 'open'
        else 'preparing' end)::"TaskState"
      where item_id = ${task.itemId}::uuid and state = 'discarded'`
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'task.restored', scope, {})
  })
}
