import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { forgive, slowDown, throttleKey } from '@/lib/platform/server/throttle'
import type { changePasswordBody, passwordChangedSchema } from './contract'
import { endResets, revokeTokens } from './end-access'
import { hashPassword, verifyPassword } from './password'
import { CURRENT_PASSWORD, forgiveSignIns } from './throttles'

/**
 * Changes the actor's own password and ends all sessions of the account, the current one included, links to choose a
 * password and, unless they are kept, personal tokens: the browser signs in again with the new one. A stolen session alone
 * cannot do this: the current password is asked for, and wrong ones are counted.
 */
export async function changePassword(
  actor: Actor,
  { currentPassword, newPassword, endTokens }: z.output<typeof changePasswordBody>,
  address: string,
): Promise<z.infer<typeof passwordChangedSchema>> {
  const user = found(await prisma().user.findUnique({ where: { id: actor.userId } }))
  if (!user.passwordHash || !user.email)
    throw new AppError('rule', 'Your account has no password. An administrator can make you a link to choose one.')
  // Counted apart from sign-ins: who is signed in never waits for what strangers do at the door.
  const key = throttleKey('current-password', user.id)
  await slowDown(key, CURRENT_PASSWORD)
  if (!(await verifyPassword(currentPassword, user.passwordHash)))
    throw new AppError('rule', 'The current password is wrong.', {
      issues: [{ path: 'body.currentPassword', message: 'The current password is wrong.' }],
    })
  const passwordHash = await hashPassword(newPassword)
  const tokensEnded = await transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: user.id, passwordHash: user.passwordHash, deactivatedAt: null },
      data: { passwordHash, demo: false, sessionVersion: { increment: 1 } },
    })
    if (count === 0) throw new AppError('conflict', 'The password was changed elsewhere at the same time.')
    await endResets(tx, user.id)
    const ended = endTokens ? await revokeTokens(tx, user.id) : 0
    await record(tx, 'user.password_changed', { actorId: user.id }, { userId: user.id, tokensEnded: ended })
    return ended
  })
  await forgive(key)
  // The browser signs in anew, as one that the account does not know yet.
  await forgiveSignIns(user.email, address)
  return { tokensEnded }
}
