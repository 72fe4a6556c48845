import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import type { User } from './contract'
import { keepAnAdministrator, lockUsers, requireAdministrator } from './lock-users'
import { presentUser, userSelect } from './present'

/** Gives or takes the administrator right and ends the person's sessions. The last active administrator keeps it. */
export async function setAdministrator(actor: Actor, userId: string, isAdmin: boolean): Promise<User> {
  return transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const user = found(await tx.user.findFirst({ where: { id: userId, removedAt: null }, select: userSelect }))
    if (user.isAdmin === isAdmin) return presentUser(user)
    if (isAdmin && user.deactivatedAt) throw new AppError('rule', 'Reactivate the account first.')
    if (!isAdmin && !user.deactivatedAt) await keepAnAdministrator(tx, userId)
    const data = { isAdmin, sessionVersion: { increment: 1 } }
    const updated = await tx.user.update({ where: { id: userId }, data, select: userSelect })
    await record(tx, 'user.admin_changed', { actorId: actor.userId }, { userId, to: isAdmin })
    return presentUser(updated)
  })
}
