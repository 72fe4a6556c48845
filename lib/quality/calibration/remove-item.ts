import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'

/** Serves this gold as calibration no more and leaves it out of all figures; what people answered stays. Twice is once. */
export async function removeItem(actor: Actor, projectId: string, originalId: string): Promise<void> {
  await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    refuseArchived(project)
    const copies = await tx.taskCopy.findMany({
      where: { originalId, purpose: 'calibration', task: { project: { shadowOf: { projectId } } } },
      select: { taskId: true },
    })
    found(copies[0])
    for (const { taskId } of copies) {
      const { count } = await tx.task.updateMany({
        where: { id: taskId, state: 'open' },
        data: { state: 'discarded', revision: { increment: 1 } },
      })
      const scope = { actorId: actor.userId, projectId, taskId }
      if (count > 0) await record(tx, 'calibration.item_removed', scope, { originalId })
    }
  })
}
