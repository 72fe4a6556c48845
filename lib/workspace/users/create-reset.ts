import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import type { OneTimeLink } from './contract'
import { endResets } from './end-access'
import { lockUsers, requireAdministrator } from './lock-users'
import { oneTimeSecret } from './one-time-secret'

const ONE_DAY_MS = 24 * 60 * 60 * 1000

/** Makes a link, good for a day, with which a person chooses a new password. It replaces earlier ones. */
export async function createReset(actor: Actor, userId: string): Promise<OneTimeLink> {
  const { secret, hash } = oneTimeSecret()
  const expiresAt = new Date(Date.now() + ONE_DAY_MS)
  await transaction(async (tx) => {
    await lockUsers(tx)
    await requireAdministrator(tx, actor)
    const user = found(await tx.user.findFirst({ where: { id: userId, removedAt: null } }))
    if (user.deactivatedAt) throw new AppError('rule', 'Reactivate the account first.')
    await endResets(tx, userId)
    await tx.passwordReset.create({ data: { tokenHash: hash, userId, createdById: actor.userId, expiresAt } })
    await record(tx, 'password_reset.created', { actorId: actor.userId }, { userId })
  })
  return { path: `/resets/${secret}`, expiresAt: expiresAt.toISOString() }
}
