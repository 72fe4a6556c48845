/** A process of the product under a supervisor: however it ends, it is started again, until it is stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const START_AGAIN_MS = 500
const LAST_LINES = 40
const PATIENCE_MS = 180_000

export interface ProcessOptions {
  name: string
  args: readonly string[]
  env: Record<string, string>
  /** Called with each line that it says. */
  onLine?(line: string): void
  /** Resolves to true once it works. */
  isReady(): Promise<boolean>
}

export class KeptAlive {
  /** How often it was started. */
  starts = 0
  /** What it said last. */
  readonly said: string[] = []
  private child: ChildProcess | undefined
  private isStopped = false

  constructor(private readonly options: ProcessOptions) {
    this.start()
  }

  private start(): void {
    const { args, env } = this.options
    this.starts += 1
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          this.said.push(line)
          this.options.onLine?.(line)
          if (this.said.length > LAST_LINES) this.said.shift()
        })
    child.once('exit', () => {
      if (!this.isStopped) setTimeout(() => this.isStopped || this.start(), START_AGAIN_MS)
    })
  }

  /** Resolves once it works; throws with what it said when it does not. */
  async ready(): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    while (performance.now() < end) {
      if (await this.options.isReady().catch(() => false)) return
      await pause(100)
    }
    throw new Error(`${this.options.name} does not get ready:\n${this.said.join('\n')}`)
  }

  /** SIGKILL, as in a crash; the supervisor starts it again. False where it was not there. */
  kill(): boolean {
    return this.child?.kill('SIGKILL') ?? false
  }

  /** SIGKILL, and nobody starts it again. */
  async end(): Promise<void> {
    this.isStopped = true
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** Its clock goes wrong by so much from now on (shifted-clock.cjs). False where it was not there. */
  shiftClock(ms: number): boolean {
    if (!this.child?.connected) return false
    this.child.send({ shiftClockMs: ms }, () => undefined)
    return true
  }

  async stop(): Promise<void> {
    this.isStopped = true
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    const insist = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await gone
    clearTimeout(insist)
  }
}
