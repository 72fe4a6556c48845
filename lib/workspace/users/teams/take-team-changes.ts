import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { loadManagedProject, lockProject } from '@/lib/workspace/users/members/load-project'
import { endMembership } from '@/lib/workspace/users/members/remove-member'
import { joinByTeam } from './join-by-team'
import { readTeamChanges } from './team-changes'
import { lockTeam } from './visible'

/** Takes over in a project what has changed in its team, as it was shown: who came becomes a member, who left is none any more. */
export async function takeTeamChanges(
  actor: Actor,
  projectId: string,
  teamId: string,
  fingerprint: string,
): Promise<{ joined: number; left: number }> {
  return transaction(async (tx) => {
    await lockProject(tx, projectId)
    await loadManagedProject(tx, actor, projectId)
    const where = { projectId_teamId: { projectId, teamId } }
    const { role } = found(await tx.projectTeam.findUnique({ where }))
    const { name } = await lockTeam(tx, actor, teamId)
    const changes = await readTeamChanges(tx, projectId, teamId)
    if (changes.fingerprint !== fingerprint)
      throw new AppError('conflict', 'The team has changed again since. Look at what is offered now.')
    const joined = await joinByTeam(tx, actor, { projectId, teamId, role }, changes.join)
    for (const userId of changes.leave) await endMembership(tx, actor, projectId, userId)
    await tx.projectTeamPerson.deleteMany({ where: { projectId, teamId, userId: { in: changes.leave } } })
    const eventData = { teamId, name, joined, left: changes.leave }
    await record(tx, 'team.changes_taken', { actorId: actor.userId, projectId }, eventData)
    return { joined: joined.length, left: changes.leave.length }
  })
}
