import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { KeyStatuses, SetKey } from './contract'
import { authorizeKeys, keyConflict, readStatuses } from './queries'
import type { KeyProvider } from './rules'
import { seal } from './sealing'

/** Enters a provider's key, or another in its place, which holds from the next call on. The event does not tell it. */
export function setKey(actor: Actor, provider: KeyProvider, { key, expectedRevision }: SetKey): Promise<KeyStatuses> {
  authorizeKeys(actor)
  return transaction(async (tx) => {
    const data = { ...seal(provider, key), setById: actor.userId, setAt: new Date() }
    const { count } =
      expectedRevision === 0
        ? await tx.providerKey.createMany({ data: [{ provider, ...data }], skipDuplicates: true })
        : await tx.providerKey.updateMany({
            where: { provider, revision: expectedRevision },
            data: { ...data, revision: { increment: 1 } },
          })
    if (count === 0) throw keyConflict()
    await record(tx, 'provider_key.set', { actorId: actor.userId }, { provider })
    return readStatuses(tx)
  })
}
