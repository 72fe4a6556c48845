import 'server-only'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/projects/queries'
import { transaction } from '@/lib/server/db'
import { found } from '@/lib/server/errors'

/** Serves a calibration task no more and leaves it out of all figures; what people answered stays. Twice is once. */
export async function removeItem(actor: Actor, projectId: string, taskId: string): Promise<void> {
  await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    refuseArchived(project)
    const copy = found(
      await tx.taskCopy.findFirst({
        where: { taskId, purpose: 'calibration', task: { project: { shadowOf: { projectId } } } },
        select: { originalId: true },
      }),
    )
    const { count } = await tx.task.updateMany({
      where: { id: taskId, state: 'open' },
      data: { state: 'discarded', revision: { increment: 1 } },
    })
    if (count === 0) return
    const scope = { actorId: actor.userId, projectId, taskId }
    await record(tx, 'calibration.item_removed', scope, { originalId: copy.originalId })
  })
}
