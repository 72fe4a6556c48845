import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadTask, lockItemTasks } from './load-task'

/** Takes back a discarding: the item's tasks return to the states they were in. Managers only. */
export async function restoreTask(actor: Actor, taskId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockItemTasks(tx, taskId)
    const task = await loadTask(tx, actor, taskId)
    if (task.subject.role !== 'manager' || task.subject.archived)
      throw new AppError('forbidden', 'Only a manager can take back a discarding.')
    if (task.state !== 'discarded') throw new AppError('conflict', 'This item is not discarded.')
    await tx.item.update({
      where: { id: task.itemId },
      data: { discardedAt: null, discardReason: null, discardNote: null, discardedById: null, changedAt: new Date() },
    })
    const restored = await tx.$executeRaw`
      update tasks set revision = revision + 1, state = discarded_from
      where item_id = ${task.itemId}::uuid and state = 'discarded' and discarded_from is not null`
    if (restored === 0) throw new Error(`nothing tells in which state task ${taskId} was discarded`)
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'task.restored', scope, {})
  })
}
