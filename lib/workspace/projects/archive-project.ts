import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { ProjectView } from './contract'
import { authorizeProject, loadProject } from './load-project'
import { presentProject } from './present'

/**
 * Makes a project read-only for everyone, or takes it back into use. Doing it twice changes nothing. Its runs are paused, since they would go on
 * spending where nobody can stop them; managers resume them once it is in use again.
 */
export async function archiveProject(actor: Actor, projectId: string, archived: boolean): Promise<ProjectView> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    if (project.subject.archived !== archived) {
      await tx.project.update({ where: { id: projectId }, data: { archivedAt: archived ? new Date() : null } })
      if (archived)
        await tx.$executeRaw`
          update runs set state = 'paused', state_reason = 'archived'
          where project_id = ${projectId}::uuid and state = 'running'`
      const type = archived ? 'project.archived' : 'project.unarchived'
      await record(tx, type, { actorId: actor.userId, projectId }, {})
    }
    return presentProject(tx, await loadProject(tx, actor, projectId))
  })
}
