import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadManagedProject, lockProject } from '@/lib/workspace/users/members/load-project'
import type { AddProjectTeam } from './contract'
import { joinByTeam } from './join-by-team'
import { lockTeam } from './visible'

/** Adds a team to a project: its active people become members in this role. Who is a member already stays as they are. */
export async function addProjectTeam(
  actor: Actor,
  projectId: string,
  { teamId, role }: AddProjectTeam,
): Promise<{ joined: number; already: number }> {
  return transaction(async (tx) => {
    await lockProject(tx, projectId)
    await loadManagedProject(tx, actor, projectId)
    const team = await lockTeam(tx, actor, teamId)
    const { count } = await tx.projectTeam.createMany({ data: [{ projectId, teamId, role }], skipDuplicates: true })
    if (count === 0) throw new AppError('conflict', 'This team works on the project already.')
    const active = await tx.user.findMany({
      where: { id: { in: team.userIds }, deactivatedAt: null },
      select: { id: true },
    })
    const ids = active.map(({ id }) => id)
    const joined = await joinByTeam(tx, actor, { projectId, teamId, role }, ids)
    const eventData = { teamId, name: team.name, role, userIds: joined }
    await record(tx, 'team.joined', { actorId: actor.userId, projectId }, eventData)
    return { joined: joined.length, already: ids.length - joined.length }
  })
}
