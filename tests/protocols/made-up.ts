/** Puts the protocols that are made up for tests into the registry while one test file runs, and into the processes that read files for it. */
import { afterAll } from 'vitest'
import { ReaderPool } from '@/lib/platform/foreign/pool'
import { protocols } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { MADE_UP } from './list'

interface Pools {
  __assayReaders?: ReaderPool | undefined
  __assayCalculators?: ReaderPool | undefined
}
const globals: typeof globalThis & Pools = globalThis

/** Called once at the head of a test file; the next file in the worker finds what was there before. */
export function registerMadeUp(): void {
  // The registry itself, which every module asks: no file has to load its modules anew for two more protocols.
  const registry = protocols as Protocol[]
  const { __assayReaders, __assayCalculators } = globals
  const readers = 'tests/protocols/made-up-readers.ts'
  // One that has nothing to do is not ended between two tests: on a busy machine they are further apart than in use.
  const idleMs = 3_600_000
  const own = [new ReaderPool({ readers, idleMs }), new ReaderPool({ readers, idleMs })] as const
  registry.push(...MADE_UP)
  globals.__assayReaders = own[0]
  globals.__assayCalculators = own[1]
  afterAll(() => {
    for (const each of MADE_UP) registry.splice(registry.indexOf(each), 1)
    for (const pool of own) pool.end()
    globals.__assayReaders = __assayReaders
    globals.__assayCalculators = __assayCalculators
  })
}
