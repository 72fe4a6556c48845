import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { loadStaleTask } from './load-stale-task'
import { refreshLater } from './open-next-stage'

/** Says that a stale task's answers still hold, with the reason: its units stay as they are. */
export async function keepStaleTask(actor: Actor, taskId: string, { reason }: { reason: string }): Promise<void> {
  await transaction(async (tx) => {
    const task = await loadStaleTask(tx, actor, taskId)
    await tx.task.update({
      where: { id: taskId },
      data: { stale: false, staleChanges: Prisma.DbNull, revision: { increment: 1 } },
    })
    const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId }
    await record(tx, 'task.stale_settled', scope, { reason })
    await refreshLater(tx, task, task.stage, actor.userId)
  })
}
