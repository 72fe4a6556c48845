/**
 * The code of the reading and calculating processes (lib/platform/foreign) in few files. Started from its sources, such a process
 * spends a second of processor time on loading some hundred modules; started from these, a fifth of that.
 */
import type { BuildOptions } from 'esbuild'
import { fingerprint } from '@/scripts/launch/fingerprint'
import { ensureBundle, NODE_MODULES } from '@/scripts/launch/kept-bundle'

/** Where bundles are kept, below the app's folder: `process.env.ASSAY_READERS` tells reader-process.ts of it. */
export const READERS_FOLDER = 'generated/readers'
const INPUTS = ['lib', 'scripts/readers', 'foreign-readers.ts', 'calculations.ts', 'tsconfig.json', 'package-lock.json']

const OPTIONS: BuildOptions = {
  ...NODE_MODULES,
  entryPoints: {
    reader: 'scripts/readers/entry.ts',
    'foreign-readers': 'foreign-readers.ts',
    calculations: 'calculations.ts',
  },
}

/**
 * Has this process, and those that it starts, run the bundle, which is made first where it is stale. A folder that the environment names
 * wins.
 */
export async function runFromBundle(): Promise<void> {
  await ensureReaders()
  process.env.ASSAY_READERS ||= READERS_FOLDER
}

/** Makes the bundle unless it was made from these very files. */
export const ensureReaders = (): Promise<void> =>
  ensureBundle({ folder: READERS_FOLDER, name: fingerprint(INPUTS).slice(0, 16), options: OPTIONS })
