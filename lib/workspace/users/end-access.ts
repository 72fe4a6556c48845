/** Ends other ways into an account than its sessions, in the transaction that ends those. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** Links to choose a password that nobody has used: whoever holds one loses it. */
export async function endResets(tx: Tx, userId: string): Promise<void> {
  await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { expiresAt: new Date() } })
}

/** Personal tokens: whatever uses one stops with its next request. Returns how many there were. */
export async function revokeTokens(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx.apiToken.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  return count
}
