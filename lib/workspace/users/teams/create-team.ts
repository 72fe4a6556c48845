import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { CreateTeam } from './contract'
import { requireManager, requireVisiblePeople } from './visible'

/** Makes a team of people whom the actor sees. Only administrators share one with all managers. */
export async function createTeam(actor: Actor, { name, userIds, shared }: CreateTeam): Promise<{ id: string }> {
  return transaction(async (tx) => {
    await requireManager(tx, actor)
    if (shared && !actor.isAdmin) throw new AppError('forbidden', 'Only administrators share teams with all managers.')
    await requireVisiblePeople(tx, actor, userIds)
    const ids = [...new Set(userIds)]
    const members = { create: ids.map((userId) => ({ userId })) }
    const { id } = await tx.team.create({ data: { name, shared, createdById: actor.userId, members } })
    await record(tx, 'team.created', { actorId: actor.userId }, { teamId: id, name, userIds: ids })
    return { id }
  })
}
