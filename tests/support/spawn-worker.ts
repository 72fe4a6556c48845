import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Limits } from '@/lib/automation/prefill/ledger/limits'

export interface SpawnedWorker {
  pid: number
  /** Resolves when it has begun to take jobs. */
  ready: Promise<void>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Starts a worker of runs on the database of the environment. */
export function spawnWorker(limits: Partial<Limits>, env: Record<string, string> = {}): SpawnedWorker {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', path.resolve('tests/support/prefill-worker.ts')],
    {
      env: { ...process.env, NODE_OPTIONS: '', ...env, ASSAY_TEST_LIMITS: JSON.stringify(limits) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
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
