import 'server-only'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/projects/queries'
import { transaction } from '@/lib/server/db'
import { found } from '@/lib/server/errors'

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
