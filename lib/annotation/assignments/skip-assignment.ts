import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'

/** Gives a share back with a reason; who gets the task next is the stage's skip policy. The draft stays. */
export async function skipAssignment(actor: Actor, taskId: string, reason: string): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    authorizeTask(actor, 'task.annotate', task, 'Only a task you are working on can be skipped.')
    await tx.assignment.update({
      where: { taskId_userId: { taskId, userId: actor.userId } },
      data: { state: 'skipped', skipReason: reason, expiresAt: null },
    })
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'assignment.skipped', scope, { userId: actor.userId, reason })
  })
}
