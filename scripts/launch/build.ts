/** Makes what is generated, and only when what it is made from has changed: told by content, never by time. */

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { StartError } from '@/scripts/start-error'
import { fingerprint, isFresh } from './fingerprint'
import { say } from './say'

/**
 * Runs the JavaScript of an installed package quietly; its last lines are shown if it fails. `signal` ends it early.
 * `file` is below node_modules.
 */
function runTool(file: string, args: string[], signal: AbortSignal, env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = path.resolve('node_modules', file)
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      env: { ...process.env, ...env },
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartError(`${output.trim()}\n"${path.basename(file)} ${args.join(' ')}" failed.`))
    })
  })
}

const CLIENT_STAMP = 'generated/prisma/.made-from'
// The client's own package has the version of the command line, which an installation without what only builds lacks.
const CLIENT_INPUTS = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/@prisma/client/package.json']
const GENERATOR = 'prisma-cli/build/index.js'

const BUILD_STAMP = '.next/made-from'
const BUILD_INPUTS = [
  ...['app', 'components', 'lib', 'public', 'proxy.ts', 'instrumentation.ts', 'instrumentation-node.ts'],
  ...[
    'worker.ts',
    'worker-handlers.ts',
    'compose.ts',
    'foreign-readers.ts',
    'calculations.ts',
    'prisma/schema.prisma',
    'next.config.js',
    'postcss.config.mjs',
  ],
  ...['tsconfig.json', 'package.json', 'package-lock.json'],
]

/** Generates the Prisma client unless it was made from this very schema. */
export async function ensureClient(signal: AbortSignal): Promise<void> {
  const print = fingerprint(CLIENT_INPUTS)
  if (isFresh(CLIENT_STAMP, print)) return
  if (!fs.existsSync(`node_modules/${GENERATOR}`)) {
    throw new StartError(
      'The database client (generated/prisma) has to be made, and what makes it is not installed: run "npm ci" with development packages, then "npm run build".',
    )
  }
  await runTool(GENERATOR, ['generate'], signal)
  fs.writeFileSync(CLIENT_STAMP, print)
}

/** Types of routes that the development server saw last; out of date, they would fail the type check of everybody else. */
export const forgetDevelopmentTypes = () => fs.rmSync('.next/dev/types', { recursive: true, force: true })

/** Builds the app for production unless it was built from these very files. `typesAreChecked` leaves their check out. */
export async function ensureBuild(signal: AbortSignal, { typesAreChecked = false } = {}): Promise<void> {
  const print = fingerprint(BUILD_INPUTS)
  if (isFresh(BUILD_STAMP, print)) return
  say('building the app (about half a minute, only after changes)')
  fs.rmSync(BUILD_STAMP, { force: true })
  forgetDevelopmentTypes()
  const env = { ASSAY_TYPES_CHECKED: typesAreChecked ? '1' : '' }
  await runTool('next/dist/bin/next', ['build'], signal, env)
  fs.writeFileSync(BUILD_STAMP, print)
}
