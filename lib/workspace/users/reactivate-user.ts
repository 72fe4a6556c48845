import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import type { User } from './contract'
import { lockUsers, requireAdministrator } from './lock-users'
import { presentUser, userSelect } from './present'

/** Lets a deactivated person sign in again, with the same password and memberships. Removed people stay removed. */
export async function reactivateUser(actor: Actor, userId: string): Promise<User> {
  return transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const user = found(await tx.user.findFirst({ where: { id: userId, removedAt: null }, select: userSelect }))
    if (!user.deactivatedAt) return presentUser(user)
    const updated = await tx.user.update({ where: { id: userId }, data: { deactivatedAt: null }, select: userSelect })
    await record(tx, 'user.reactivated', { actorId: actor.userId }, { userId })
    return presentUser(updated)
  })
}
