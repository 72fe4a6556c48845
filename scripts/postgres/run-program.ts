import { type SpawnOptions, spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { ALLOCATOR } from '@/scripts/allocator'
import type { Account } from '@/scripts/postgres/account'

/** How PostgreSQL's programs are started: as the account, from a folder it can enter, deaf to PG* settings of the user. */
export function programOptions(account: Account | null): SpawnOptions {
  const keptVariables = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return {
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    cwd: os.tmpdir(),
    env: {
      ...Object.fromEntries(keptVariables),
      ...ALLOCATOR,
      NODE_ENV: process.env.NODE_ENV,
      HOME: os.tmpdir(),
      LC_ALL: 'C',
    },
    // A session of its own: Ctrl-C in the terminal is for the launcher, which stops the database last.
    detached: process.platform !== 'win32',
    windowsHide: true,
  }
}

/** Runs one program to its end; throws an Error with what it printed when it fails. */
export function runProgram(file: string, args: string[], account: Account | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...programOptions(account), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${path.basename(file)} failed (${signal ?? code}): ${output.trim()}`))
    })
  })
}
