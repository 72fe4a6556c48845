import { afterEach, beforeEach, expect, test } from 'vitest'
import { calculation, endCalculators } from './calculate'
import { ReaderPool } from './pool'

const globals: typeof globalThis & { __assayCalculators?: ReaderPool } = globalThis

beforeEach(() => {
  endCalculators()
  globals.__assayCalculators = new ReaderPool({ readers: 'tests/support/pool-readers.ts', size: 1 })
})
afterEach(endCalculators)

/** Says which process it ran in. */
const processOf = calculation(
  'pid',
  () => process.pid,
  ({ steps }: { steps: number }) => steps,
)
const SMALL = { steps: 1000 }
const LARGE = { steps: 1e9 }

test('what is small runs in place, what is large in another process', async () => {
  expect(await processOf(SMALL)).toBe(process.pid)
  expect(globals.__assayCalculators?.pids).toEqual([])
  expect(await processOf(LARGE)).not.toBe(process.pid)
})

test('the signal ends it, before it begins and in the midst of it, and others are calculated again', async () => {
  const reason = new Error('no longer wanted')
  await expect(processOf(SMALL, AbortSignal.abort(reason))).rejects.toBe(reason)
  const stop = new AbortController()
  const endless = calculation(
    'spin',
    () => null,
    () => Number.POSITIVE_INFINITY,
  )(null, stop.signal)
  const other = processOf(LARGE)
  stop.abort(reason)
  await expect(endless).rejects.toBe(reason)
  expect(await other).not.toBe(process.pid)
})
