import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import type { VersionChangeView } from './contract'
import { readVersionChange } from './version-queries'

/**
 * Moves a project to another version of its protocol file. What is stored stays as it is, so a version is refused that would make any of it wrong;
 * going back is the same command. Ratings are derived again from the frozen answers. Errors: `not_found`, `forbidden`,
 * `revision_conflict` where the project is not under `from`, `rule` with what stands against it.
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
    const change = await readVersionChange(tx, project, to)
    if (project.protocolVersion !== from)
      throw new AppError('revision_conflict', `The project is under version ${project.protocolVersion} by now.`, {
        data: { current: project.protocolVersion },
      })
    if (from === to) return change
    if (change.reasons.length > 0)
      throw new AppError('rule', change.reasons.join('\n'), {
        issues: change.reasons.map((message) => ({ path: 'version', message })),
      })
    const protocolId = `${project.protocolId.split('@')[0]}@${to}`
    await tx.project.update({ where: { id: projectId }, data: { protocolId, protocolVersion: to } })
    await clearLedger(tx, projectId)
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
 * Ratings are kept by the place of a value among its options, so none made under the version before may be read under this one: all of them are
 * derived from the frozen answers again. Waits for a portion that is being derived; the next one reads which version the project has.
 */
async function clearLedger(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('rate tasks of ' || ${projectId}, 0))`
  const ofProject = Prisma.sql`task_id in (select task_id from rated_tasks where project_id = ${projectId}::uuid)`
  await tx.$executeRaw`delete from rated_units where ${ofProject}`
  await tx.$executeRaw`delete from further_ratings where ${ofProject}`
  await tx.$executeRaw`delete from compared_units where ${ofProject}`
  await tx.ratedTask.deleteMany({ where: { projectId } })
  await tx.keptFigures.deleteMany({ where: { projectId } })
}
