/**
 * The code of the reading and calculating processes (lib/platform/foreign) in few files. Started from its sources, such a process
 * spends a second of processor time on loading some hundred modules; started from these, a fifth of that.
 */
import fs from 'node:fs'
import path from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { fingerprint, isFresh } from '@/scripts/launch/fingerprint'

/** Where it is kept, below the app's folder: `process.env.ASSAY_READERS` tells reader-process.ts of it. */
export const READERS_FOLDER = 'generated/readers'
const STAMP = '.made-from'
const INPUTS = ['lib', 'scripts/readers', 'foreign-readers.ts', 'calculations.ts', 'tsconfig.json', 'package-lock.json']

/** What packages written for CommonJS expect, within a module. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

const OPTIONS: BuildOptions = {
  entryPoints: {
    reader: 'scripts/readers/entry.ts',
    'foreign-readers': 'foreign-readers.ts',
    calculations: 'calculations.ts',
  },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['react-server'],
  outExtension: { '.js': '.mjs' },
  banner: { js: REQUIRE },
  logLevel: 'error',
}

/** Makes it unless it was made from these very files; written beside and moved into its place, so that it is never there in part. */
export async function ensureReaders(): Promise<void> {
  const print = fingerprint(INPUTS)
  if (isFresh(path.join(READERS_FOLDER, STAMP), print)) return
  const made = `${READERS_FOLDER}.${process.pid}`
  await build({ ...OPTIONS, outdir: made })
  fs.writeFileSync(path.join(made, STAMP), print)
  fs.rmSync(READERS_FOLDER, { recursive: true, force: true })
  fs.renameSync(made, READERS_FOLDER)
}
