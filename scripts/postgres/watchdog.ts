import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Account } from '@/scripts/postgres/account'
import { programOptions, runProgram } from '@/scripts/postgres/run-program'

// Waits for the end of its input, which comes when we close it or when we die in any way, SIGKILL included.
const SCRIPT = 'cat >/dev/null; "$0" stop -D "$1" -m fast -w -s; [ -z "$2" ] || rm -rf "$2"'

/** What the watchdog needs to stop a server without us. */
export interface Watched {
  pgCtl: string
  dataDirectory: string
  account: Account | null
  /** Folder to delete once the server has stopped. */
  discard?: string
}

/**
 * Starts a process that outlives this one just long enough to stop the server cleanly.
 * Returns the way to stop it ourselves; it resolves when the server is down.
 */
export function watchServer({ pgCtl, dataDirectory, account, discard }: Watched): () => Promise<void> {
  if (process.platform === 'win32') {
    return () => runProgram(pgCtl, ['stop', '-D', dataDirectory, '-m', 'fast', '-w', '-s'], account)
  }
  const dog: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, pgCtl, dataDirectory, discard ?? ''], {
    ...programOptions(account),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const dogExit = once(dog, 'exit')
  dogExit.catch(() => {})
  dog.unref()
  dog.stdin?.on('error', () => {})
  if (dog.stdin && 'unref' in dog.stdin && typeof dog.stdin.unref === 'function') dog.stdin.unref()
  return async () => {
    dog.ref()
    dog.stdin?.end()
    await dogExit
  }
}
