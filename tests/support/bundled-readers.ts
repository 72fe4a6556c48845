/**
 * The code of reading and calculating processes in tests: what a build has, and the lists of readers that only tests have. From its sources such a
 * process takes seconds of processor time until it reads, and some tests start many.
 */
import { fingerprint } from '@/scripts/launch/fingerprint'
import { ensureBundle } from '@/scripts/launch/kept-bundle'
import { INPUTS, OPTIONS } from '@/scripts/readers/bundle'

/** What `process.env.ASSAY_READERS` names in tests. */
export const TEST_READERS = 'generated/test-readers'
const LISTS = ['tests/protocols/made-up-readers', 'tests/support/pool-readers']

/** Makes the bundle unless it was made from these very files. */
export async function ensureTestReaders(): Promise<void> {
  const options = {
    ...OPTIONS,
    entryPoints: { ...OPTIONS.entryPoints, ...Object.fromEntries(LISTS.map((list) => [list, `${list}.ts`])) },
  }
  const inputs = [...INPUTS, 'tests/protocols', 'tests/support']
  await ensureBundle({ folder: TEST_READERS, name: fingerprint(inputs).slice(0, 16), options })
}
