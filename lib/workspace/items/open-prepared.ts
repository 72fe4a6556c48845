import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadProject } from '@/lib/workspace/projects/queries'

/**
 * Opens every prepared task of a project, with one event each, in one statement that locks them by id. Managers and
 * reviewers, as for a single task. Returns how many were opened; two people at once open each task once.
 */
export async function openPrepared(actor: Actor, projectId: string): Promise<{ opened: number }> {
  return transaction(async (tx) => {
    const { subject } = await loadProject(tx, actor, projectId)
    const reviews = subject.role === 'manager' || subject.role === 'reviewer'
    if (!reviews || !canProject('items.browse', subject))
      throw new AppError('forbidden', 'Managers and reviewers open tasks.')
    if (subject.archived) throw new AppError('rule', 'This project is archived: take it out of the archive first.')
    const opened = await tx.$executeRaw`
      with prepared as (
        select id from tasks where project_id = ${projectId}::uuid and state = 'preparing' order by id for update),
      opened as (
        update tasks set state = 'open', revision = revision + 1
        from prepared p where tasks.id = p.id returning tasks.id, item_id)
      insert into events (type, actor_id, project_id, item_id, task_id)
      select 'task.opened', ${actor.userId}::uuid, ${projectId}::uuid, item_id, id from opened`
    return { opened }
  })
}
