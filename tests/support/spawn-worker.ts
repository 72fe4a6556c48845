import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import type { Limits } from '@/lib/automation/prefill/ledger/limits'
import { NODE_MODULES } from '@/scripts/launch/kept-bundle'

export interface SpawnedWorker {
  pid: number
  /** Resolves when it has begun to take jobs. */
  ready: Promise<void>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** The files beside this one that are a worker each. */
type Entry = 'prefill-worker' | 'mail-worker'
const bundled = new Map<Entry, Promise<string>>()

/** The worker's code in few files, which several workers load in a fraction of the time that its sources take. */
async function bundle(entry: Entry): Promise<string> {
  const outdir = path.resolve('generated/tests', String(process.pid))
  await build({
    ...NODE_MODULES,
    entryPoints: { [entry]: `tests/support/${entry}.ts` },
    outdir,
    packages: 'external',
    jsx: 'automatic',
  })
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
  return path.join(outdir, `${entry}.mjs`)
}

/** Starts a worker of runs on the database of the environment. */
export const spawnWorker = (limits: Partial<Limits>, env: Record<string, string> = {}): Promise<SpawnedWorker> =>
  spawnEntry('prefill-worker', { ...env, ASSAY_TEST_LIMITS: JSON.stringify(limits) })

/** Starts a worker that sends e-mails, on the database of the environment. */
export const spawnMailWorker = (env: Record<string, string>): Promise<SpawnedWorker> => spawnEntry('mail-worker', env)

async function spawnEntry(entry: Entry, env: Record<string, string>): Promise<SpawnedWorker> {
  const code = bundled.get(entry) ?? bundle(entry)
  bundled.set(entry, code)
  const child = spawn(process.execPath, ['--conditions=react-server', await code], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    ready: readyOf(child),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      child.kill('SIGTERM')
      await gone
      return child.exitCode
    },
  }
}

function readyOf({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready\n')) resolve()
    })
    stdout?.on('end', () => reject(new Error(`the worker ended before it was ready: ${said}`)))
  })
}
