/**
 * What the files of journeys import from outside of their folder, in few files. From its sources it is a thousand modules, which Playwright compiles
 * with Babel and hands over from a second thread, one by one, in its main process and again in each of its workers.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { BuildOptions } from 'esbuild'
import { fingerprint } from '@/scripts/launch/fingerprint'
import { ensureBundle, NODE_MODULES } from '@/scripts/launch/kept-bundle'

const JOURNEYS = 'e2e'
/** playwright.config.ts leaves what lies here as it is. */
const FOLDER = 'generated/journeys'
const TSCONFIG = 'tsconfig.json'
/** Where everything stands that they import. */
const INPUTS = ['app', 'bench', 'cli', JOURNEYS, 'generated/prisma', 'lib', 'prisma', 'scripts', 'tests'].concat(
  'calculations.ts',
  'compose.ts',
  'foreign-readers.ts',
  'package-lock.json',
  TSCONFIG,
  'worker-handlers.ts',
)

/** The modules that one of these texts imports by their path from the top, but for those of journeys themselves, which stay as they are. */
export function modulesImportedBy(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(/(?:\bfrom|\bimport\()\s*'@\/([^']+)'/g)])
  const modules = found.map(([, module = '']) => module)
  return [...new Set(modules)].filter((module) => !module.startsWith(`${JOURNEYS}/`)).sort()
}

/** A tsconfig.json that leads imports of `modules` to the bundle beside it, and all others to the sources. */
const leading = (modules: readonly string[]) => ({
  extends: `../../../${TSCONFIG}`,
  compilerOptions: {
    paths: {
      '@/*': ['../../../*'],
      ...Object.fromEntries(modules.map((module) => [`@/${module}`, [`./${module}.mjs`]])),
    },
  },
})

/**
 * Makes them unless they are as they were. Returns the path of the tsconfig.json that Playwright is to find them by; null where the folder may not be
 * written.
 */
export async function ensureJourneyModules(): Promise<string | null> {
  const files = fs.readdirSync(JOURNEYS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const modules = modulesImportedBy(files.map((file) => fs.readFileSync(path.join(JOURNEYS, file), 'utf8')))
  const name = fingerprint(INPUTS).slice(0, 16)
  const options: BuildOptions = {
    ...NODE_MODULES,
    entryPoints: Object.fromEntries(modules.map((module) => [module, `./${module}`])),
    packages: 'external',
    jsx: 'automatic',
    sourcemap: 'linked',
    sourcesContent: false,
  }
  const isMade = await ensureBundle({ folder: FOLDER, name, options, beside: { [TSCONFIG]: leading(modules) } })
  return isMade ? path.join(FOLDER, name, TSCONFIG) : null
}
