import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { loadManagedProject, lockProject } from '@/lib/workspace/users/members/load-project'

/** Takes a team out of a project. Its people stay members, each until somebody removes them. */
export async function removeProjectTeam(actor: Actor, projectId: string, teamId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockProject(tx, projectId)
    await loadManagedProject(tx, actor, projectId)
    const where = { projectId_teamId: { projectId, teamId } }
    const { team } = found(await tx.projectTeam.findUnique({ where, select: { team: { select: { name: true } } } }))
    await tx.projectTeam.delete({ where })
    await record(tx, 'team.left', { actorId: actor.userId, projectId }, { teamId, name: team.name })
  })
}
