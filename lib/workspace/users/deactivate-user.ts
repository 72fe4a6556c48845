import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import type { User } from './contract'
import { endResets, revokeTokens } from './end-access'
import { keepAnAdministrator, lockUsers, requireAdministrator } from './lock-users'
import { presentUser, userSelect } from './present'
import { releaseOpenWork } from './release-open-work'

/** Shuts a person out at once: sessions and tokens stop working, open assignments go back. Undone by `reactivateUser`. */
export async function deactivateUser(actor: Actor, userId: string): Promise<User> {
  return transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const user = found(await tx.user.findFirst({ where: { id: userId, removedAt: null }, select: userSelect }))
    if (user.deactivatedAt) return presentUser(user)
    if (user.isAdmin) await keepAnAdministrator(tx, userId)
    // Before their shares: giving them one holds the account first, too.
    const data = { deactivatedAt: new Date(), sessionVersion: { increment: 1 } }
    const updated = await tx.user.update({ where: { id: userId }, data, select: userSelect })
    await releaseOpenWork(tx, actor, userId, null)
    // Whoever is let in again makes new tokens, and asks for a new link.
    await revokeTokens(tx, userId)
    await endResets(tx, userId)
    await record(tx, 'user.deactivated', { actorId: actor.userId }, { userId })
    return presentUser(updated)
  })
}
