import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { ALLOCATOR } from '@/scripts/allocator'
import { complain } from '@/scripts/launch/say'
import type { Settings } from '@/scripts/launch/settings'

/** What jobs are waited for at most; the app itself gives them back earlier (lib/platform/jobs/run-worker.ts). */
const JOBS_MS = 7_000
const LOOK_EVERY_MS = 50

/** A module of this folder that is loaded into the server before anything else. */
const preloaded = (name: string) => ['--require', path.resolve('scripts/launch', name)]

/**
 * How the engine of the server keeps its heap: it collects early, and has 8 MB for what has just been made instead of 16 (docs/decisions/134).
 * Who has set the latter in NODE_OPTIONS wins.
 */
export function leanOptions(nodeOptions = process.env.NODE_OPTIONS ?? ''): string[] {
  const isSet = /--max[-_]semi[-_]space[-_]size\b/.test(nodeOptions)
  return [...(isSet ? [] : ['--max-semi-space-size=8']), ...preloaded('collect-early.cjs')]
}

/** Starts Next as a child that leaves when this process does. */
export function serve({ mode, host, port }: Settings): ChildProcess {
  const next = path.resolve('node_modules/next/dist/bin/next')
  const options = [...(mode === 'start' ? leanOptions() : []), ...preloaded('leave-with-parent.cjs')]
  return spawn(process.execPath, [...options, next, mode, '-p', String(port), '-H', host], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...ALLOCATOR,
      // The launcher says to a person what a server by itself writes into its log.
      ASSAY_LAUNCHED: '1',
      // The app looks there before it takes up jobs.
      ASSAY_OWN_HEALTH: `http://${within(host)}:${port}/api/health`,
    },
  })
}

/** How a process of this machine reaches what listens there. */
function within(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host })
    const tell = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket.once('connect', () => tell(true))
    socket.once('error', () => tell(false))
  })
}

/** Resolves with the exit code of the child when it has ended; says so where nobody has asked for it. */
export function endOf(child: ChildProcess, stopSignal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `has ended with exit code ${code}`
      if (!stopSignal.aborted) complain(`the server ${how}: start Assay again`)
      resolve(code ?? 1)
    })
  })
}

/** Resolves when the child listens; false when it ended before. */
export async function untilListening(child: ChildProcess, { port, host }: Settings): Promise<boolean> {
  while (isRunning(child)) {
    if (await answers(port, host)) return true
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return false
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Resolves when the app has put its jobs down and has been out of rotation for a while; or after seven seconds. */
async function sayLeave(child: ChildProcess, drainMs: number): Promise<void> {
  if (!child.connected) return
  const childExit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let late: NodeJS.Timeout | undefined
  const left = new Promise<void>((resolve) => {
    late = setTimeout(resolve, JOBS_MS)
    child.on('message', (message) => message === 'left' && resolve())
    child.send('leave', (error) => error && resolve())
  })
  const drained = new Promise<void>((resolve) => setTimeout(resolve, drainMs))
  await Promise.race([childExit, Promise.all([left, drained])])
  clearTimeout(late)
}

/**
 * Asks the child to leave: it says that it is no longer ready, gives its jobs back, and ends what is being answered. It
 * is insisted on when the answers have not ended in time.
 */
export async function stopChild(child: ChildProcess, { mode, drainMs, stopMs }: Stopping): Promise<void> {
  if (!isRunning(child)) return
  const childExit = once(child, 'exit')
  // The development server is a process below the child.
  if (mode === 'start') await sayLeave(child, drainMs)
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await childExit
  clearTimeout(insist)
}

export type Stopping = Pick<Settings, 'mode' | 'drainMs' | 'stopMs'>
