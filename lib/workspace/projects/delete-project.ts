import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { authorizeProject, loadProject } from './load-project'

/** A hundred thousand items with their labels take minutes, row by row under the walls. */
const DELETION_MINUTES = 30

/**
 * Deletes a project with everything in it, its events included; the name must be typed. All that remains is one event
 * saying who did it.
 */
export async function deleteProject(actor: Actor, projectId: string, typedName: string): Promise<void> {
  await transaction(async (tx) => {
    // Before anything is held: nobody holds up a project that they may not delete.
    authorizeProject('project.manage', await loadProject(tx, actor, projectId))
    await lockPositions(tx, projectId)
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    if (typedName.trim() !== project.name.trim())
      throw new AppError('rule', 'The name does not match: nothing was deleted.', {
        issues: [{ path: 'name', message: 'Type the name exactly as it stands.' }],
      })
    // Copies that were served blind go with what they are copies of.
    const shadows = await tx.project.findMany({ where: { shadowOf: { projectId } }, select: { id: true } })
    const all = [projectId, ...shadows.map(({ id }) => id)]
    await holdAll(tx, all)
    await tx.$queryRaw`select set_config('assay.deleting_project', ${projectId}, true)`
    await tx.$executeRaw`delete from events where project_id = ${projectId}::uuid`
    // Annotations before units: once its annotation is gone, a frozen label may go with it.
    await tx.annotation.deleteMany({ where: { task: { projectId: { in: all } } } })
    // What providers and searches were asked holds its texts, and is tied to nothing.
    await tx.providerCall.deleteMany({ where: { projectId } })
    await tx.searchRecord.deleteMany({ where: { projectId } })
    await tx.project.deleteMany({ where: { id: { in: all } } })
    await record(tx, 'project.deleted', { actorId: actor.userId, projectId }, { name: project.name })
  }, DELETION_MINUTES)
}

/**
 * Waits until nobody works in these projects, in the order in which work holds rows (docs/architecture.md, "The order of locks"). The
 * projects come last: submitting, writing a suggestion and opening the next stage refer to theirs while the task is held.
 */
async function holdAll(tx: Tx, projectIds: readonly string[]): Promise<void> {
  const all = [...projectIds]
  await tx.$executeRaw`select 1 from provider_calls where project_id = any(${all}::uuid[]) order by key for update`
  await tx.$executeRaw`select 1 from prefill_settings where project_id = any(${all}::uuid[]) order by project_id for update`
  await tx.$executeRaw`select 1 from runs where project_id = any(${all}::uuid[]) order by id for no key update`
  await tx.$executeRaw`
    select 1 from run_items i join runs r on r.id = i.run_id
    where r.project_id = any(${all}::uuid[]) order by i.id for update of i`
  // Once more where some came while the others were waited for, such as the next stage's.
  const holdTasks = () =>
    tx.$executeRaw`select 1 from tasks where project_id = any(${all}::uuid[]) order by id for update`
  for (let heldCount = 0, found = await holdTasks(); found > heldCount; ) {
    heldCount = found
    found = await holdTasks()
  }
  await tx.$executeRaw`
    select 1 from annotations n join tasks t on t.id = n.task_id
    where t.project_id = any(${all}::uuid[]) order by n.id for update of n`
  await tx.$executeRaw`select 1 from projects where id = any(${all}::uuid[]) order by id for update`
}
