import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { ratingsSource } from '@/lib/workspace/projects/ratings-source'
import type { VersionChangeView } from './contract'
import { readVersionChange } from './version-queries'

/**
 * Moves a project to another version of its protocol file. What is stored stays as it is, so a version is refused that would make any of it wrong;
 * going back is the same command. No answer comes in between what is counted and the move. Ratings are derived again from the frozen
 * answers. Errors: `not_found`, `forbidden`, `revision_conflict` where the project is not under `from`, `rule` with what stands against it.
 */
export async function changeVersion(
  actor: Actor,
  projectId: string,
  { from, to }: { from: number; to: number },
): Promise<VersionChangeView> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    refuseArchived(project)
    if (project.protocolVersion !== from)
      throw new AppError(
        'revision_conflict',
        `The project has moved to version ${project.protocolVersion} meanwhile. Load the page again.`,
        {
          data: { current: project.protocolVersion },
        },
      )
    await ratingsSource.get().hold(tx, projectId)
    await holdWork(tx, projectId)
    const change = await readVersionChange(tx, project, to)
    if (from === to) return change
    if (change.reasons.length > 0)
      throw new AppError('rule', change.reasons.join('\n'), {
        issues: change.reasons.map((message) => ({ path: 'version', message })),
      })
    const protocolId = `${project.protocolId.split('@')[0]}@${to}`
    await tx.project.update({ where: { id: projectId }, data: { protocolId, protocolVersion: to } })
    await ratingsSource.get().forget(tx, projectId)
    await record(
      tx,
      'project.protocol_changed',
      { actorId: actor.userId, projectId },
      { from: project.protocolId, to: protocolId },
    )
    return change
  })
}

/**
 * Keeps everybody from answering, settling and submitting in the project until the transaction ends, in the order in which everything locks
 * that locks several tasks. What is on its way is in the database then and counted; what comes later is held against the version that the
 * project has by then (`writeAnswers`).
 */
async function holdWork(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select 1 from tasks where project_id = ${projectId}::uuid order by id for update`
  await tx.$executeRaw`
    select 1 from annotations n join tasks t on t.id = n.task_id
    where t.project_id = ${projectId}::uuid and n.state = 'draft' order by n.id for update of n`
}
