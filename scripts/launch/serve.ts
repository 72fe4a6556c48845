import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import type { Settings } from '@/scripts/launch/settings'

const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 50

/** Starts Next as a child that leaves when this process does. */
export function serve({ mode, host, port }: Settings): ChildProcess {
  const next = path.resolve('node_modules/next/dist/bin/next')
  const preload = path.resolve('scripts/launch/leave-with-parent.cjs')
  return spawn(process.execPath, ['--require', preload, next, mode, '-p', String(port), '-H', host], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
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

/** Resolves when the child listens; false when it ended before. */
export async function untilListening(child: ChildProcess, { port, host }: Settings): Promise<boolean> {
  while (isRunning(child)) {
    if (await answers(port, host)) return true
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return false
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Asks the child to leave, and insists when it has not done so in ten seconds. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await gone
  clearTimeout(insist)
}
