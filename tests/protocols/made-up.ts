/** Puts the protocols that are made up for tests into the registry of one test file. */
import type * as registry from '@/lib/protocols'
import { ballot } from './ballot'
import { taste } from './taste'

/** For `vi.mock('@/lib/protocols', async (original) => withMadeUp(await original()))`. */
export function withMadeUp(original: typeof registry): typeof registry {
  const more = [taste, ballot]
  return {
    ...original,
    protocols: [...original.protocols, ...more],
    protocolById: (id) => more.find((each) => each.id === id) ?? original.protocolById(id),
  }
}
