/**
 * The code of the reading and calculating processes (lib/platform/foreign) in few files. Started from its sources, such a process
 * spends a second of processor time on loading some hundred modules; started from these, a fifth of that.
 */
import fs from 'node:fs'
import path from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { fingerprint, isFresh } from '@/scripts/launch/fingerprint'

/** Where bundles are kept, below the app's folder: `process.env.ASSAY_READERS` tells reader-process.ts of it. */
export const READERS_FOLDER = 'generated/readers'
/** Names the folder of the bundle that is to be used. */
const CURRENT = 'current'
/** A process that runs goes on loading from the bundle that it was started from. */
const KEPT = 3
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

/**
 * Has this process, and those that it starts, run the bundle, which is made first where it is stale. A folder that the environment names
 * wins.
 */
export async function runFromBundle(): Promise<void> {
  await ensureReaders()
  process.env.ASSAY_READERS ||= READERS_FOLDER
}

/** Makes the bundle unless it was made from these very files. Each has a folder of its own, moved into its place when it is whole. */
export async function ensureReaders(): Promise<void> {
  const print = fingerprint(INPUTS).slice(0, 16)
  const folder = path.join(READERS_FOLDER, print)
  if (!fs.existsSync(folder)) await make(folder)
  if (isFresh(path.join(READERS_FOLDER, CURRENT), print)) return
  const name = path.join(READERS_FOLDER, `${CURRENT}.${process.pid}`)
  fs.writeFileSync(name, print)
  fs.renameSync(name, path.join(READERS_FOLDER, CURRENT))
  leaveOut(print)
}

async function make(folder: string): Promise<void> {
  const made = `${folder}.${process.pid}`
  try {
    await build({ ...OPTIONS, outdir: made })
    fs.renameSync(made, folder)
  } catch (error) {
    // Somebody else has made the same meanwhile.
    if (!fs.existsSync(folder)) throw error
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
}

/** Removes all bundles but the current one and the latest others. */
function leaveOut(current: string): void {
  const madeAt = (name: string) => fs.statSync(path.join(READERS_FOLDER, name)).mtimeMs
  const others = fs
    .readdirSync(READERS_FOLDER)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
    .sort((a, b) => madeAt(b) - madeAt(a))
  for (const name of others.slice(KEPT - 1))
    fs.rmSync(path.join(READERS_FOLDER, name), { recursive: true, force: true })
}
