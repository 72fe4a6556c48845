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

let bundled: Promise<string> | undefined

/** The worker's code in few files, which several workers load in a fraction of the time that its sources take. */
async function bundle(): Promise<string> {
  const outdir = path.resolve('generated/tests', String(process.pid))
  await build({
    ...NODE_MODULES,
    entryPoints: { 'prefill-worker': 'tests/support/prefill-worker.ts' },
    outdir,
    packages: 'external',
    jsx: 'automatic',
  })
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
  return path.join(outdir, 'prefill-worker.mjs')
}

/** Starts a worker of runs on the database of the environment. */
export async function spawnWorker(limits: Partial<Limits>, env: Record<string, string> = {}): Promise<SpawnedWorker> {
  bundled ??= bundle()
  const child = spawn(process.execPath, ['--conditions=react-server', await bundled], {
    env: { ...process.env, NODE_OPTIONS: '', ...env, ASSAY_TEST_LIMITS: JSON.stringify(limits) },
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
