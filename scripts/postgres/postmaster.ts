import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { codeOf } from '@/scripts/start-error'

/** What a running (or killed) server left in postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
}

/** Reads `postmaster.pid` of a data directory; null when there is none. */
export function readPostmaster(dataDirectory: string): Postmaster | null {
  try {
    const lines = fs.readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Does a process with this id run? One that has ended and waits to be collected does not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return !isCollectable(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** In a container without an init process, the dead stay in the table for ever (state Z). */
function isCollectable(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? false
  } catch {
    return true
  }
}

/** Is the living process with this id a PostgreSQL server? After a power cut the id may belong to anything. */
export function isServer(pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres')
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

const listenOnce = (port: number) =>
  new Promise<number>((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })

/** The preferred TCP port of 127.0.0.1 if it is free, else any free one. */
export const freePort = (preferred: number) => listenOnce(preferred).catch(() => listenOnce(0))
