import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { KeyStatuses } from './contract'
import { authorizeKeys, readStatuses } from './queries'
import type { KeyProvider } from './rules'

/** Removes what was entered; a key of the environment stays. Nothing happens where there is none. */
export function removeKey(actor: Actor, provider: KeyProvider): Promise<KeyStatuses> {
  authorizeKeys(actor)
  return transaction(async (tx) => {
    // The row stays with its revision, so that a page from before cannot put a key back.
    const { count } = await tx.providerKey.updateMany({
      where: { provider, NOT: { sealed: new Uint8Array() } },
      data: {
        sealed: new Uint8Array(),
        secretId: '',
        setById: actor.userId,
        setAt: new Date(),
        revision: { increment: 1 },
      },
    })
    if (count > 0) await record(tx, 'provider_key.removed', { actorId: actor.userId }, { provider })
    return readStatuses(tx)
  })
}
