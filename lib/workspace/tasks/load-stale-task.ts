import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, type LoadedTask, loadTask, lockItemTasks } from './load-task'
import { stagesBefore } from './open-next-stage'

/**
 * Loads a stale task for whoever settles that it is stale, with all tasks of its item locked. Errors: `conflict` when it
 * is not stale any more, `rule` while an earlier stage is itself at work or stale.
 */
export async function loadStaleTask(tx: Tx, actor: Actor, taskId: string): Promise<LoadedTask> {
  await lockItemTasks(tx, taskId)
  const task = await loadTask(tx, actor, taskId)
  authorizeTask(actor, 'task.settleStale', task)
  const tasks = await tx.task.findMany({
    where: { itemId: task.itemId },
    select: { id: true, state: true, stale: true, stage: { select: { key: true } } },
  })
  if (!tasks.some(({ id, stale }) => id === taskId && stale))
    throw new AppError('conflict', 'This is not stale any more. Look at the task again.')
  for (const { key, title } of stagesBefore(task, task.stage)) {
    const earlier = tasks.find(({ stage }) => stage.key === key)
    if (earlier?.state !== 'gold' || earlier.stale)
      throw new AppError('rule', `Finish the stage “${title}” first: it is at work again, or stale itself.`)
  }
  return task
}
