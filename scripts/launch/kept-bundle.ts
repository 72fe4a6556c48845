/** Code of processes in few files, which loads in a fraction of the time that its sources take: kept until a source changes. */
import fs from 'node:fs'
import path from 'node:path'
import { type BuildOptions, build, type Metafile, stop } from 'esbuild'
import { makeFolder } from '@/scripts/make-folder'
import { isFresh } from './fingerprint'

export interface KeptBundle {
  /** Where such bundles are kept, below the app's folder: each in a folder of its own. */
  folder: string
  /** Names this one: 16 hexadecimal digits. */
  name: string
  options: BuildOptions
  /** Entry points beside which stands what they were made from (`one.sources.json`), and the file of each. */
  withSources?: Readonly<Record<string, string>>
  /** What else stands in its folder, as JSON: by the name of the file. */
  beside?: Readonly<Record<string, unknown>>
}

/** Names the folder of the bundle that is to be used. */
export const CURRENT = 'current'
/** A process that runs goes on loading from the bundle that it was started from: so long others are kept. */
const KEPT_MS = 3 * 24 * 3_600_000
/** What is left of a process that was killed while it made a bundle is removed after this time. */
const UNFINISHED_MS = 3_600_000

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

/**
 * Makes the bundle unless there is one of this name, moves it into its place when it is whole, and has it used from then on. Returns whether there
 * is one now: not where the folder may not be written. Throws Error where a source cannot be found.
 */
export async function ensureBundle(keptBundle: KeptBundle): Promise<boolean> {
  const { folder, name } = keptBundle
  const bundle = path.join(folder, name)
  const current = path.join(folder, CURRENT)
  if (fs.existsSync(bundle) && isFresh(current, name)) return true
  if (!mayWrite(folder)) return false
  if (!fs.existsSync(bundle)) await make(bundle, keptBundle)
  const written = `${current}.${process.pid}`
  fs.writeFileSync(written, name)
  fs.renameSync(written, current)
  leaveOut(folder, name)
  return true
}

/** The name of the bundle in a folder that is to be used; null where there is none yet. */
export function currentBundle(folder: string): string | null {
  const current = path.join(folder, CURRENT)
  return fs.existsSync(current) ? fs.readFileSync(current, 'utf8') : null
}

/** Makes the folder where it can. */
function mayWrite(folder: string): boolean {
  try {
    makeFolder(folder)
    fs.accessSync(folder, fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** How many bundles this process is making at the moment. */
let underWay = 0

async function make(bundle: string, { options, withSources = {}, beside = {} }: KeptBundle): Promise<void> {
  const buildFolder = `${bundle}.${process.pid}`
  underWay += 1
  try {
    const begun = Date.now()
    const { metafile } = await build({ ...options, outdir: buildFolder, metafile: true })
    refuseMissing(metafile)
    for (const [entry, source] of Object.entries(withSources)) {
      const states = sourcesOf(metafile, source).map((file) => [file, stateOf(file, begun)])
      fs.writeFileSync(path.join(buildFolder, `${entry}.sources.json`), JSON.stringify(Object.fromEntries(states)))
    }
    for (const [file, content] of Object.entries(beside))
      fs.writeFileSync(path.join(buildFolder, file), JSON.stringify(content))
    fs.renameSync(buildFolder, bundle)
  } catch (error) {
    // Somebody else has made the same meanwhile.
    if (!fs.existsSync(bundle)) throw error
  } finally {
    underWay -= 1
    // Its process would stay as long as the one that starts the app, with the 345 MB that the build took.
    if (underWay === 0) await stop()
    fs.rmSync(buildFolder, { recursive: true, force: true })
  }
}

/** An import of the project's own that leads nowhere is taken for a package. */
function refuseMissing({ inputs }: Metafile): void {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { path: imported, external } of imports)
      if (external && imported.startsWith('@/')) throw new Error(`${file} imports ${imported}, which is not there`)
}

/** The files that an entry point is made from, itself first, below the app's folder. */
function sourcesOf({ inputs }: Metafile, entry: string): string[] {
  const found = new Set([entry])
  for (const file of found) {
    const input = inputs[file]
    if (!input) throw new Error(`${file} is not among what the bundle was made from`)
    for (const { path: imported, external } of input.imports) if (!external) found.add(imported)
  }
  return [...found, 'tsconfig.json']
}

/** Size and time of a file; no time where it was changed while the bundle was made, which may have its earlier text. */
function stateOf(file: string, begun: number): [number, number] {
  const { size, mtimeMs } = fs.statSync(file)
  return [size, mtimeMs < begun ? mtimeMs : 0]
}

/** Removes other bundles, once nobody is likely to run them, and what was never finished. */
function leaveOut(folder: string, current: string): void {
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name)
    // Another process may be doing the same.
    const modifiedAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    const most = /^[0-9a-f]{16}$/.test(name) ? KEPT_MS : UNFINISHED_MS
    if (name !== current && name !== CURRENT && Date.now() - modifiedAt > most)
      fs.rmSync(file, { recursive: true, force: true })
  }
}
