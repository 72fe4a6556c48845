/** Which file imports which, read from the source. */
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { pathsRead } from '@/scripts/check/paths-read'

/** What one file imports: paths from the root of the repository, those of packages left out. */
export interface Imports {
  /** What runs with it. */
  values: ReadonlySet<string>
  /** What it takes types from alone: these imports are gone when it runs. */
  types: ReadonlySet<string>
  /** What it reads, starts or loads by path (paths-read.ts). */
  reads: ReadonlySet<string>
}

export type ImportGraph = ReadonlyMap<string, Imports>

/** The importers of each file. */
export type Importers = ReadonlyMap<string, readonly string[]>

const CODE = /\.(ts|tsx|js|mjs|cjs)$/
const ENDINGS = ['', '.ts', '.tsx', '.js', '.mjs', '/index.ts', '/index.tsx']
const SCHEMA = 'prisma/schema.prisma'

/** The file that an import means; null for a package, and for what is not in the repository. */
export function resolveImport(from: string, specifier: string, files: ReadonlySet<string>): string | null {
  const isOwn = specifier.startsWith('@/')
  if (!isOwn && !specifier.startsWith('.')) return null
  const target = isOwn ? specifier.slice(2) : path.posix.join(path.posix.dirname(from), specifier)
  // The client is generated and not in the repository: the schema it is made from stands for it.
  if (target.startsWith('generated/prisma/')) return SCHEMA
  const ending = ENDINGS.find((each) => files.has(target + each))
  return ending === undefined ? null : target + ending
}

/** The imports of one file, as they are written. */
function specifiersIn(file: string, code: string) {
  const { module } = parseSync(file, code)
  const values: string[] = []
  const types: string[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType)
    ;(isType ? types : values).push(moduleRequest.value)
  }
  for (const { moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest) (isType ? types : values).push(moduleRequest.value)
  for (const { moduleRequest } of module.dynamicImports) {
    const written = code.slice(moduleRequest.start, moduleRequest.end)
    const [, , literal] = /^(['"`])([^$]*)\1$/.exec(written) ?? []
    if (literal) values.push(literal)
  }
  return { values, types }
}

/** What a file imports. `files` are all there are, without which a path means nothing. */
export function importsOf(file: string, code: string, files: ReadonlySet<string>): Imports {
  const resolved = (specifiers: string[]) =>
    new Set(specifiers.flatMap((specifier) => resolveImport(file, specifier, files) ?? []))
  const { values, types } = specifiersIn(file, code)
  return { values: resolved(values), types: resolved(types), reads: new Set(pathsRead(file, code, files)) }
}

/** Reads all of `files` that are code. Files that are named but not there any more can be imported and import nothing. */
export function readImportGraph(files: ReadonlySet<string>): ImportGraph {
  const code = [...files].filter((file) => CODE.test(file) && fs.existsSync(file))
  return new Map(code.map((file) => [file, importsOf(file, fs.readFileSync(file, 'utf8'), files)]))
}

/** The graph turned round, by these kinds of imports. */
export function importersIn(graph: ImportGraph, kinds: readonly (keyof Imports)[]): Importers {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const imported of new Set(kinds.flatMap((kind) => [...imports[kind]]))) {
      const others = importers.get(imported)
      if (others) others.push(file)
      else importers.set(imported, [file])
    }
  return importers
}

/** The files themselves and all that import them, directly or not. The importers of `ends` are not followed. */
export function reach(starts: Iterable<string>, importers: Importers, ends?: ReadonlySet<string>): Set<string> {
  const reached = new Set(starts)
  const changed = new Set(reached)
  for (const file of reached) {
    if (ends?.has(file) && !changed.has(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  return reached
}
