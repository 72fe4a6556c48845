import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import type { User } from './contract'
import { lockUsers, requireAdministrator } from './lock-users'
import { presentUser, userSelect } from './present'

/** Gives or takes the right to create projects; it holds from the next request on. Projects that there are stay as they are. */
export async function setProjectCreation(actor: Actor, userId: string, canCreateProjects: boolean): Promise<User> {
  return transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const user = found(await tx.user.findFirst({ where: { id: userId, removedAt: null }, select: userSelect }))
    if (user.canCreateProjects === canCreateProjects) return presentUser(user)
    if (canCreateProjects && user.deactivatedAt) throw new AppError('rule', 'Reactivate the account first.')
    const updated = await tx.user.update({ where: { id: userId }, data: { canCreateProjects }, select: userSelect })
    await record(tx, 'user.project_creation_changed', { actorId: actor.userId }, { userId, to: canCreateProjects })
    return presentUser(updated)
  })
}
