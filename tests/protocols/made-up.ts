/** Puts the protocols that are made up for tests into the registry of one test file, and of the processes that read files for it. */
import { ReaderPool } from '@/lib/platform/foreign/pool'
import type * as registry from '@/lib/protocols'
import { ballot } from './ballot'
import { taste } from './taste'

export const MADE_UP = [taste, ballot]

const globals: typeof globalThis & { __assayReaders?: ReaderPool; __assayCalculators?: ReaderPool } = globalThis

/** For `vi.mock('@/lib/protocols', async (original) => withMadeUp(await original()))`. */
export function withMadeUp(original: typeof registry): typeof registry {
  const readers = 'tests/protocols/made-up-readers.ts'
  globals.__assayReaders = new ReaderPool({ readers })
  globals.__assayCalculators = new ReaderPool({ readers })
  return {
    ...original,
    protocols: [...original.protocols, ...MADE_UP],
    protocolById: (id) => MADE_UP.find((each) => each.id === id) ?? original.protocolById(id),
  }
}
