/**
 * The commands of package.json that people and the app start again and again, in few files. Started from its sources, a command spends two
 * seconds of processor time on handing some hundred modules over from a second thread; started from these, less than one.
 */
import { randomBytes } from 'node:crypto'
import type { BuildOptions } from 'esbuild'
import { ensureBundle, NODE_MODULES } from '@/scripts/launch/kept-bundle'
import { currentBundle, FOLDER } from './current-bundle.cjs'

const OPTIONS: BuildOptions = {
  ...NODE_MODULES,
  entryPoints: {
    assay: 'cli/assay.ts',
    db: 'scripts/db.ts',
    seed: 'scripts/seed.ts',
    start: 'scripts/start.ts',
    worker: 'worker.ts',
  },
  // Node loads packages from where npm has put them: some look for files beside their own.
  packages: 'external',
  jsx: 'automatic',
  // Errors name lines of the sources.
  sourcemap: 'linked',
}

/** Makes the bundle unless the files that the current one was made from are as they were. */
export async function ensureCommands(): Promise<void> {
  if (currentBundle(process.cwd())) return
  await ensureBundle({ folder: FOLDER, name: randomBytes(8).toString('hex'), options: OPTIONS })
}
