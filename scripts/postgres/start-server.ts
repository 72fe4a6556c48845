import fs from 'node:fs'
import type { Cluster } from '@/scripts/postgres/cluster'
import { freePort } from '@/scripts/postgres/postmaster'
import { runProgram } from '@/scripts/postgres/run-program'
import { messageOf, StartError } from '@/scripts/start-error'

/** Processes of a dead server may still be leaving, and hold its memory and its port. */
const START_AGAIN_WITHIN_MS = 30_000

function serverFlags(port: number, fast: boolean): string {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  if (fast) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  return [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
}

/** Starts the server on this very port. Throws a StartError with the end of its log. */
async function startOn(port: number, { root, binaries, dataDirectory, logFile, account }: Cluster, fast: boolean) {
  fs.rmSync(logFile, { force: true })
  const options = ['-D', dataDirectory, '-w', '-t', '60', '-s', '-l', logFile, '-o', serverFlags(port, fast)]
  try {
    await runProgram(binaries.pgCtl, ['start', ...options], account)
  } catch (error) {
    const last = readLog(logFile).trim().split('\n').slice(-5).join('\n')
    throw new StartError(`PostgreSQL did not start in ${root}:\n${last || messageOf(error)}`)
  }
}

/** Starts the server on the preferred port if it is free, else on another one, which is returned. */
export async function startServer(cluster: Cluster, preferred: number, fast: boolean): Promise<number> {
  let failure: unknown
  // Between finding a free port and taking it, somebody else may: then another one.
  for (const wanted of [preferred, 0, 0]) {
    const port = await freePort(wanted)
    try {
      await startOn(port, cluster, fast)
      return port
    } catch (error) {
      failure = error
    }
    if (!readLog(cluster.logFile).includes('could not bind')) break
  }
  throw failure
}

/** Starts a server that has died, where those who use it know it to be. */
export async function startServerAgain(port: number, cluster: Cluster, fast: boolean): Promise<void> {
  // What it said before it died is for whoever looks for the reason.
  if (fs.existsSync(cluster.logFile)) fs.renameSync(cluster.logFile, `${cluster.logFile}.before`)
  const end = performance.now() + START_AGAIN_WITHIN_MS
  for (;;) {
    try {
      return await startOn(port, cluster, fast)
    } catch (error) {
      if (performance.now() > end || !fs.existsSync(cluster.dataDirectory)) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

const readLog = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')
