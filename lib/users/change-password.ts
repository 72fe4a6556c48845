import 'server-only'
import { record } from '@/lib/audit/record'
import type { Actor } from '@/lib/policy/actor'
import { prisma, transaction } from '@/lib/server/db'
import { AppError, found } from '@/lib/server/errors'
import { forgive, throttle } from '@/lib/server/throttle'
import { signInKey } from './check-credentials'
import { endResets } from './end-access'
import { hashPassword, verifyPassword } from './password'
import { SIGN_IN_BY_ACCOUNT } from './throttles'

/**
 * Changes the actor's own password and ends all sessions of the account, the current one included, and links to choose a
 * password: the browser signs in again with the new one. A stolen session alone cannot do this: the current password is asked for, and throttled.
 */
export async function changePassword(actor: Actor, current: string, next: string): Promise<void> {
  const user = found(await prisma().user.findUnique({ where: { id: actor.userId } }))
  if (!user.passwordHash || !user.email)
    throw new AppError('rule', 'Your account has no password. An administrator can make you a link to choose one.')
  const key = signInKey(user.email)
  await throttle(key, SIGN_IN_BY_ACCOUNT)
  if (!(await verifyPassword(current, user.passwordHash)))
    throw new AppError('rule', 'The current password is wrong.', {
      issues: [{ path: 'body.currentPassword', message: 'The current password is wrong.' }],
    })
  const passwordHash = await hashPassword(next)
  await transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash, deactivatedAt: null },
      data: { passwordHash, sessionVersion: { increment: 1 } },
    })
    if (count === 0) throw new AppError('conflict', 'The password was changed elsewhere at the same time.')
    await endResets(tx, user.id)
    await record(tx, 'user.password_changed', { actorId: user.id }, { userId: user.id })
  })
  await forgive(key)
}
