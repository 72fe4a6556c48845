/**
 * The commands of package.json that people and the app start again and again, in few files. Started from its sources, a command spends two
 * seconds of processor time on handing some hundred modules over from a second thread; started from these, less than one.
 */
import { randomBytes } from 'node:crypto'
import type { BuildOptions } from 'esbuild'
import { ensureBundle, NODE_MODULES } from '@/scripts/launch/kept-bundle'
import { bundledCommand, FOLDER } from './bundled-command.cjs'

const COMMANDS = {
  assay: 'cli/assay.ts',
  db: 'scripts/db.ts',
  seed: 'scripts/seed.ts',
  start: 'scripts/start.ts',
  worker: 'worker.ts',
}

const OPTIONS: BuildOptions = {
  ...NODE_MODULES,
  entryPoints: COMMANDS,
  // Node loads packages from where npm has put them: some look for files beside their own.
  packages: 'external',
  jsx: 'automatic',
  // Errors name lines of the sources, which are there.
  sourcemap: 'linked',
  sourcesContent: false,
}

/** Makes the bundle unless the files that the current one was made from are as they were. */
export async function ensureCommands(): Promise<void> {
  if (Object.keys(COMMANDS).every((name) => bundledCommand(process.cwd(), name))) return
  const name = randomBytes(8).toString('hex')
  await ensureBundle({ folder: FOLDER, name, options: OPTIONS, withSources: COMMANDS })
}
