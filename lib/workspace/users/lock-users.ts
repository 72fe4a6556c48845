import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

/** Held until the transaction ends by whatever decides on the number of accounts or administrators. */
export async function lockUsers(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('assay.users'))`
}

/** Throws `forbidden` unless the actor is an administrator at this moment; call it after `lockUsers`. */
export async function requireAdministrator(tx: Tx, actor: Actor): Promise<void> {
  const where = { id: actor.userId, isAdmin: true, deactivatedAt: null }
  if (!actor.isAdmin || (await tx.user.count({ where })) === 0)
    throw new AppError('forbidden', 'Only administrators may do this.')
}

/** Throws `rule` when nobody but this person is an active administrator; call it after `lockUsers`. */
export async function keepAnAdministrator(tx: Tx, userId: string): Promise<void> {
  const others = await tx.user.count({ where: { id: { not: userId }, isAdmin: true, deactivatedAt: null } })
  if (others === 0)
    throw new AppError('rule', 'There must always be an active administrator, and this is the last one.')
}
