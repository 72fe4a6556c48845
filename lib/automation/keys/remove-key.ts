import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { KeyStatuses, RemoveKey } from './contract'
import { authorizeKeys, keyConflict, readStatuses } from './queries'
import type { KeyProvider } from './rules'

/** Removes what was entered, as it was seen; a key of the environment stays. Nothing happens where there is none. */
export function removeKey(actor: Actor, provider: KeyProvider, { expectedRevision }: RemoveKey): Promise<KeyStatuses> {
  authorizeKeys(actor)
  return transaction(async (tx) => {
    const before = await tx.$queryRaw<{ revision: number; isEntered: boolean }[]>`
      select revision, sealed <> '' "isEntered" from provider_keys where provider = ${provider} for update`
    const { revision, isEntered } = before[0] ?? { revision: 0, isEntered: false }
    if (revision !== expectedRevision) throw keyConflict()
    if (!isEntered) return readStatuses(tx)
    // The row stays with its revision, so that a page from before cannot put a key back.
    await tx.providerKey.update({
      where: { provider },
      data: {
        sealed: new Uint8Array(),
        secretId: '',
        setById: actor.userId,
        setAt: new Date(),
        revision: { increment: 1 },
      },
    })
    await record(tx, 'provider_key.removed', { actorId: actor.userId }, { provider })
    return readStatuses(tx)
  })
}
