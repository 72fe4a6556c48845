import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

/** Revokes one of the actor's tokens: it stops working with the next request. */
export async function revokeToken(actor: Actor, tokenId: string): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.apiToken.updateMany({
      where: { id: tokenId, userId: actor.userId, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (count === 0) throw new AppError('not_found', 'This token has been revoked already.')
    await record(tx, 'token.revoked', { actorId: actor.userId }, { tokenId })
  })
}
