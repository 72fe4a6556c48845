import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject } from './load-project'

/** A hundred thousand items with their labels take minutes, row by row under the walls. */
const DELETION_MINUTES = 30

/**
 * Deletes a project with everything in it, its events included; the name must be typed. All that remains is one event
 * saying who did it.
 */
export async function deleteProject(actor: Actor, projectId: string, typedName: string): Promise<void> {
  await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'deletion' })
    authorizeProject('project.manage', project)
    if (typedName.trim() !== project.name.trim())
      throw new AppError('rule', 'The name does not match: nothing was deleted.', {
        issues: [{ path: 'name', message: 'Type the name exactly as it stands.' }],
      })
    await tx.$queryRaw`select set_config('assay.deleting_project', ${projectId}, true)`
    await tx.$executeRaw`delete from events where project_id = ${projectId}::uuid`
    // Copies that were served blind go with what they are copies of.
    const shadows = await tx.project.findMany({ where: { shadowOf: { projectId } }, select: { id: true } })
    const all = [projectId, ...shadows.map(({ id }) => id)]
    // Annotations before units: once its annotation is gone, a frozen label may go with it.
    await tx.annotation.deleteMany({ where: { task: { projectId: { in: all } } } })
    // What providers and searches were asked holds its texts, and is tied to nothing.
    await tx.providerCall.deleteMany({ where: { projectId } })
    await tx.searchRecord.deleteMany({ where: { projectId } })
    await tx.project.deleteMany({ where: { id: { in: all } } })
    await record(tx, 'project.deleted', { actorId: actor.userId, projectId }, { name: project.name })
  }, DELETION_MINUTES)
}
