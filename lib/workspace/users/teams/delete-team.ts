import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { lockTeam } from './visible'

/** Deletes a team; memberships that came of it stay. */
export async function deleteTeam(actor: Actor, teamId: string): Promise<void> {
  await transaction(async (tx) => {
    const { name } = await lockTeam(tx, actor, teamId, { change: true })
    await tx.team.delete({ where: { id: teamId } })
    await record(tx, 'team.deleted', { actorId: actor.userId }, { teamId, name })
  })
}
