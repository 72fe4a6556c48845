import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { authorizeTask, loadTask } from './load-task'

/** Ends preparation: from now on the task is given out, and its units stay as they are. */
export async function openTask(actor: Actor, taskId: string): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorizeTask(actor, 'task.prepare', task, 'Only a task in preparation can be opened, by a manager or reviewer.')
    await tx.task.update({ where: { id: taskId }, data: { state: 'open', revision: { increment: 1 } } })
    await record(
      tx,
      'task.opened',
      { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId },
      {},
    )
  })
}
