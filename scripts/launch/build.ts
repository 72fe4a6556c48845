/** Makes what is generated, and only when what it is made from has changed: told by content; of commands, by size and time. */

import fs from 'node:fs'
import path from 'node:path'
import { ensureCommands } from '@/scripts/commands/bundle'
import { runPackage } from '@/scripts/launch/run-quietly'
import { ensureReaders } from '@/scripts/readers/bundle'
import { messageOf, StartError } from '@/scripts/start-error'
import { fingerprint, isFresh } from './fingerprint'
import { packFiles } from './pack-files'
import { say, stopwatch, timed } from './say'

const CLIENT_STAMP = 'generated/prisma/.made-from'
// The client's own package has the version of the command line, which a slim installation lacks.
const CLIENT_INPUTS = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/@prisma/client/package.json']
const GENERATOR = 'prisma-cli/build/index.js'

const BUILD_STAMP = '.next/made-from'
const BUILD_INPUTS = [
  'app',
  'components',
  'lib',
  'public',
  'proxy.ts',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'worker.ts',
  'worker-handlers.ts',
  'compose.ts',
  'foreign-readers.ts',
  'calculations.ts',
  'prisma/schema.prisma',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Says that what only builds has been left out of the packages (scripts/slim.ts). */
export const SLIM_STAMP = 'node_modules/.slim'

/** Generates the Prisma client unless it was made from this very schema. */
export async function ensureClient(signal: AbortSignal): Promise<void> {
  const print = fingerprint(CLIENT_INPUTS)
  if (isFresh(CLIENT_STAMP, print)) return
  if (!fs.existsSync(`node_modules/${GENERATOR}`)) {
    throw new StartError(
      'The database client (generated/prisma) has to be made, and what makes it is not installed: run "npm ci", then "npm run build".',
    )
  }
  await runPackage(GENERATOR, ['generate'], signal)
  fs.writeFileSync(CLIENT_STAMP, print)
}

/** Types of routes that the development server saw last; out of date, they would fail the type check of everybody else. */
export const forgetDevelopmentTypes = () => fs.rmSync('.next/dev/types', { recursive: true, force: true })

/** Bundles the commands; they run from their sources as well. */
export async function tryCommands(): Promise<void> {
  await ensureCommands().catch((error: unknown) => say(`commands start from their sources: ${messageOf(error)}`))
}

/** How the types of the app are treated by a build. */
export interface BuildOptions {
  /** Fails the build where the types are wrong; it takes about a third longer. */
  checkTypes: boolean
}

/** Builds the app for production, its reading processes and its commands, unless they were built from these very files. */
export async function ensureBuild(signal: AbortSignal, { checkTypes }: BuildOptions): Promise<void> {
  await ensureReaders()
  await tryCommands()
  const print = fingerprint(BUILD_INPUTS)
  // A build whose types were checked serves whoever does not ask for that, and not the other way round.
  if (isFresh(BUILD_STAMP, checkedPrint(print)) || (!checkTypes && isFresh(BUILD_STAMP, print))) return
  if (fs.existsSync(SLIM_STAMP)) {
    throw new StartError(
      'The app has changed since it was built, and "npm run slim" has left out what builds it: run "npm ci", then start it again.',
    )
  }
  fs.rmSync(BUILD_STAMP, { force: true })
  forgetDevelopmentTypes()
  const env = {
    ASSAY_CHECK_TYPES: checkTypes ? '1' : '',
    NEXT_TELEMETRY_DISABLED: process.env.NEXT_TELEMETRY_DISABLED || '1',
  }
  const note = 'one to three minutes on two cores, and only after changes'
  await timed({ doing: 'building the app', note, done: 'the app is built' }, async () => {
    const elapsed = stopwatch()
    const onLine = (line: string) => {
      const left = secondsLeft(line, elapsed(), { checkTypes })
      const parts = checkTypes ? 'types and pages' : 'pages'
      if (left !== null) say(`the app is compiled (${elapsed()} s); its ${parts} follow, in about ${left} s`)
    }
    await runPackage('next/dist/bin/next', ['build'], signal, { env, onLine })
    await packFiles('.next/static')
    removeTraces('.next')
  })
  fs.writeFileSync(BUILD_STAMP, checkTypes ? checkedPrint(print) : print)
}

/** What follows the compiler takes so much of the compiler's own time: pages are looked at and packed; before that, types are checked where they are. */
const AFTER_COMPILER = { pages: 0.15, withTypes: 0.5 }

/**
 * How many seconds a build has still to go, told by a line that Next prints and by how long it has taken; null for lines that do not
 * say so.
 */
export function secondsLeft(line: string, elapsed: number, { checkTypes }: BuildOptions): number | null {
  if (!line.includes('Compiled successfully')) return null
  return Math.max(1, Math.round((checkTypes ? AFTER_COMPILER.withTypes : AFTER_COMPILER.pages) * elapsed))
}

/** Removes lists of the files that each page was traced to: only a copy of the app for other platforms is made from them. */
function removeTraces(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.nft.json')) fs.rmSync(path.join(folder, name))
}

/** Is the app built from these very files? */
export function isBuilt(): boolean {
  const print = fingerprint(BUILD_INPUTS)
  return isFresh(BUILD_STAMP, checkedPrint(print)) || isFresh(BUILD_STAMP, print)
}

const checkedPrint = (print: string) => `${print} types checked`
