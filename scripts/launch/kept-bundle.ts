/** Code of processes in few files, which loads in a fraction of the time that its sources take: kept until a source changes. */
import fs from 'node:fs'
import path from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { isFresh } from './fingerprint'

export interface KeptBundle {
  /** Where such bundles are kept, below the app's folder: each in a folder of its own. */
  folder: string
  /** Names this one: 16 hexadecimal digits. */
  name: string
  options: BuildOptions
  /** Entry points beside which stands what they were made from: `one.sources.json` for `one`. */
  withSources?: readonly string[]
}

/** Names the folder of the bundle that is to be used. */
export const CURRENT = 'current'
/** A process that runs goes on loading from the bundle that it was started from. */
const KEPT = 3

/** What CommonJS expects, within a module. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

/** ES modules for Node, in chunks that entry points share. */
export const NODE_MODULES: BuildOptions = {
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

/** Makes the bundle unless there is one of this name, moves it into its place when it is whole, and has it used from then on. */
export async function ensureBundle({ folder, name, options, withSources = [] }: KeptBundle): Promise<void> {
  const bundle = path.join(folder, name)
  if (!fs.existsSync(bundle)) await make(bundle, options, withSources)
  const current = path.join(folder, CURRENT)
  if (isFresh(current, name)) return
  const written = `${current}.${process.pid}`
  fs.writeFileSync(written, name)
  fs.renameSync(written, current)
  leaveOut(folder, name)
}

async function make(bundle: string, options: BuildOptions, withSources: readonly string[]): Promise<void> {
  const made = `${bundle}.${process.pid}`
  try {
    const begun = Date.now()
    const { metafile } = await build({ ...options, outdir: made, metafile: true })
    for (const entry of withSources) noteSources(metafile, `${made}/${entry}.mjs`, begun)
    fs.renameSync(made, bundle)
  } catch (error) {
    // Somebody else has made the same meanwhile.
    if (!fs.existsSync(bundle)) throw error
  } finally {
    fs.rmSync(made, { recursive: true, force: true })
  }
}

/** Beside a module of the bundle: size (bytes) and time (milliseconds) of each file that it and whatever it loads were made from. */
function noteSources({ outputs }: Metafile, module: string, begun: number): void {
  const loaded = new Set([module])
  const files = new Set(['tsconfig.json'])
  for (const each of loaded) {
    for (const file of Object.keys(outputs[each]?.inputs ?? {})) files.add(file)
    for (const { path: other } of outputs[each]?.imports ?? []) if (outputs[other]) loaded.add(other)
  }
  const states = [...files].map((file) => [file, stateOf(file, begun)])
  fs.writeFileSync(module.replace(/\.mjs$/, '.sources.json'), JSON.stringify(Object.fromEntries(states)))
}

/** Size and time of a file; no time where it was changed while the bundle was made, which may have its earlier text. */
function stateOf(file: string, begun: number): [number, number] {
  const { size, mtimeMs } = fs.statSync(file)
  return [size, mtimeMs < begun ? mtimeMs : 0]
}

/** Removes all bundles but the current one and the latest others. */
function leaveOut(folder: string, current: string): void {
  const madeAt = (name: string) => fs.statSync(path.join(folder, name)).mtimeMs
  const others = fs
    .readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
    .sort((a, b) => madeAt(b) - madeAt(a))
  for (const name of others.slice(KEPT - 1)) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
}
