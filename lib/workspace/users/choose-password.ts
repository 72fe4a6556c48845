import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { sha256 } from '@/lib/platform/server/identify'
import type { signInHintSchema } from './contract'
import { revokeTokens } from './end-access'
import { hashPassword } from './password'
import { forgiveSignIns, throttleLink } from './throttles'

/**
 * Sets a new password by a reset link, once, and ends every other way in: sessions and personal tokens. A reset is what
 * somebody asks for whose account is in other hands. Returns the account's e-mail and how many tokens ended.
 */
export async function choosePassword(
  token: string,
  password: string,
  address: string,
): Promise<z.infer<typeof signInHintSchema>> {
  const chosen = await throttleLink(address, () => setPassword(token, password))
  await forgiveSignIns(chosen.email, address)
  return chosen
}

async function setPassword(token: string, password: string): Promise<z.infer<typeof signInHintSchema>> {
  const passwordHash = await hashPassword(password)
  return transaction(async (tx) => {
    const where = {
      tokenHash: sha256(token),
      usedAt: null,
      expiresAt: { gt: new Date() },
      user: { deactivatedAt: null },
    }
    const reset = await tx.passwordReset.findFirst({ where, include: { user: true } })
    // Guarded: of two clicks the second finds nothing left to update, nor does one whose link was ended meanwhile.
    const used = { usedAt: new Date() }
    const claimed = reset
      ? await tx.passwordReset.updateMany({
          where: { id: reset.id, usedAt: null, expiresAt: where.expiresAt },
          data: used,
        })
      : null
    if (!reset?.user.email || claimed?.count !== 1)
      throw new AppError('gone', 'This link has been used or has expired. Ask an administrator for a new one.')
    await tx.user.update({
      where: { id: reset.userId },
      data: { passwordHash, demo: false, sessionVersion: { increment: 1 } },
    })
    const tokensEnded = await revokeTokens(tx, reset.userId)
    await record(tx, 'password_reset.used', { actorId: reset.userId }, { userId: reset.userId, tokensEnded })
    return { email: reset.user.email, tokensEnded }
  })
}
