/**
 * The code of the reading and calculating processes (lib/platform/foreign) in few files. Started from its sources, such a process
 * spends a second of processor time on loading some hundred modules; started from these, a fifth of that.
 */
import type { BuildOptions } from 'esbuild'
import { fingerprint } from '@/scripts/launch/fingerprint'
import { ensureBundle, NODE_MODULES } from '@/scripts/launch/kept-bundle'
import { say } from '@/scripts/launch/say'

/** Where bundles are kept, below the app's folder: `process.env.ASSAY_READERS` tells reader-process.ts of it. */
export const READERS_FOLDER = 'generated/readers'
/** What it is made from. */
export const INPUTS = [
  'lib',
  'scripts/readers',
  'foreign-readers.ts',
  'calculations.ts',
  'tsconfig.json',
  'package-lock.json',
]

export const OPTIONS = {
  ...NODE_MODULES,
  entryPoints: {
    reader: 'scripts/readers/entry.ts',
    'foreign-readers': 'foreign-readers.ts',
    calculations: 'calculations.ts',
  },
} satisfies BuildOptions

/**
 * Has this process, and those that it starts, run the bundle, which is made first where it is stale; the sources where it cannot be made. A folder
 * that the environment names wins.
 */
export async function runFromBundle(): Promise<void> {
  if (process.env.ASSAY_READERS) return
  if (await ensureReaders()) process.env.ASSAY_READERS = READERS_FOLDER
  else say(`reading processes start from the sources: ${READERS_FOLDER} may not be written`)
}

/** Makes the bundle unless it was made from these very files. Returns whether there is one now. */
export const ensureReaders = (): Promise<boolean> =>
  ensureBundle({ folder: READERS_FOLDER, name: fingerprint(INPUTS).slice(0, 16), options: OPTIONS })
