import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { UpdateTeam } from './contract'
import { lockTeam, requireVisiblePeople } from './visible'

/** Changes a team. Projects that it works on are offered the change of people; nothing happens there by itself. */
export async function updateTeam(actor: Actor, teamId: string, body: UpdateTeam): Promise<void> {
  await transaction(async (tx) => {
    const team = await lockTeam(tx, actor, teamId, { change: true })
    const { name = team.name, shared = team.shared } = body
    if (shared !== team.shared && !actor.isAdmin)
      throw new AppError('forbidden', 'Only administrators share teams with all managers.')
    const added = [...new Set(body.add)].filter((id) => !team.userIds.includes(id))
    const removed = [...new Set(body.remove)].filter((id) => team.userIds.includes(id) && !added.includes(id))
    await requireVisiblePeople(tx, actor, added)
    const changes = {
      ...(name === team.name ? {} : { name: { from: team.name, to: name } }),
      ...(shared === team.shared ? {} : { shared: { from: team.shared, to: shared } }),
    }
    if (Object.keys(changes).length + added.length + removed.length === 0) return
    await tx.team.update({ where: { id: teamId }, data: { name, shared } })
    await tx.teamMember.createMany({ data: added.map((userId) => ({ teamId, userId })), skipDuplicates: true })
    await tx.teamMember.deleteMany({ where: { teamId, userId: { in: removed } } })
    await record(tx, 'team.updated', { actorId: actor.userId }, { teamId, name, changes, added, removed })
  })
}
