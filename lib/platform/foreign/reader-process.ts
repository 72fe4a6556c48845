/** The parent's side of one reading process: asks one question at a time, and ends what goes beyond its limits. */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CannotBeRead, type Cause, HEAP_MEGABYTES, type Limits } from './limits'
import type { Answer, Question } from './messages'

/** What a process has used, as the system knows it: one that is blocked cannot say it itself. */
interface Usage {
  processorMs: number
  residentBytes: number
}

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10

/** null where the system does not tell (no /proc), or the process is gone. */
function usageOf(pid: number): Usage | null {
  try {
    // The name of the process, in parentheses, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const resident = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (resident === undefined) return null
    return {
      processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      residentBytes: Number(resident) * 1024,
    }
  } catch {
    return null
  }
}

const LOOK_EVERY_MS = 50
/** What is allowed by the clock where the processor time is not known, to that: the machine does other work beside. */
const SLOWER = 3
/** What a process that could not start said is kept up to here. */
const MOST_SAID = 4_000
/** How V8 ends a process whose heap is full. */
const OUT_OF_HEAP = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGTRAP', 'SIGILL'])

/** Thrown to whoever waited for a process that ended because of somebody else's work: ask another one. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

/** What a question is; its id is given by the process. */
export type Ask = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never

export interface Asking {
  limits: Limits
  signal?: AbortSignal | undefined
  /** Learns which record the work has come to. */
  onAt?: ((index: number, line: number) => void) | undefined
}

interface Call extends Asking {
  question: Question
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** The folder of the app: commands may be given anywhere. */
export const appFolder = () => process.env.ASSAY_ROOT || process.cwd()

/**
 * What to run for a list of readers, a module below the app's folder: the bundle that a build has made (ASSAY_READERS, scripts/readers),
 * which loads in a fifth of the time, or the sources where there is none, or it does not have this list.
 */
export function programOf(readers: string): { file: string; args: string[] } {
  const bundle = currentBundle()
  // Without such a remark the bundler takes a path it cannot tell for any file of the project, and lists all of them for every route.
  const bundled = bundle && path.join(/* turbopackIgnore: true */ bundle, readers.replace(/\.ts$/, '.mjs'))
  if (bundle && bundled && existsSync(/* turbopackIgnore: true */ bundled))
    return { file: path.join(/* turbopackIgnore: true */ bundle, 'reader.mjs'), args: [bundled] }
  return { file: path.join(/* turbopackIgnore: true */ appFolder(), 'scripts/run.cjs'), args: ['reader', readers] }
}

/** The folder of the bundle that scripts/readers has made last; null where none is named. */
function currentBundle(): string | null {
  if (!process.env.ASSAY_READERS) return null
  const folder = path.resolve(/* turbopackIgnore: true */ appFolder(), process.env.ASSAY_READERS)
  try {
    const name = readFileSync(
      /* turbopackIgnore: true */ path.join(/* turbopackIgnore: true */ folder, 'current'),
      'utf8',
    )
    return path.join(/* turbopackIgnore: true */ folder, name)
  } catch {
    return null
  }
}

/** What the system needs to start it, and nothing of what the app knows: no address of a database, no key. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'LC_ALL', 'TZ', 'NODE_ENV']
  const environmentEntries = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(environmentEntries) as NodeJS.ProcessEnv
}

export class ReaderProcess {
  /** Has it ended? Then it answers no more. */
  isGone = false
  private readonly child: ChildProcess
  private readonly queue: Call[] = []
  private current: Call | null = null
  private isReady = false
  /** What it takes to load code is not the work's. */
  private isCounting = false
  private ending: Cause | 'stopped' | null = null
  private said = ''
  private count = 0
  private looking: NodeJS.Timeout | undefined
  /** When the current work began, and what the process had used by then; null until it is looked at. */
  private since = 0
  private before: number | null = null

  /**
   * `readers` is a module below the app's folder; beyond `residentBytes` the process ends itself, where nobody can look at it from outside.
   * `onIdle` is called whenever nothing is left to do, `onGone` once.
   */
  constructor(
    { readers, residentBytes }: { readers: string; residentBytes: number },
    private readonly on: { idle(): void; gone(): void },
  ) {
    const { file, args } = programOf(readers)
    this.child = fork(/* turbopackIgnore: true */ file, [...args, String(process.pid), String(residentBytes)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: bareEnvironment(),
      execArgv: ['--conditions=react-server', `--max-old-space-size=${HEAP_MEGABYTES}`],
    })
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.said = (this.said + chunk.toString()).slice(-MOST_SAID)
    })
    this.child.on('message', (answer: Answer) => this.hear(answer))
    this.child.once('error', (error) => this.end(error))
    this.child.once('exit', (_code, signal) => this.end(this.causeOf(signal)))
    this.letGo()
  }

  /** How many pieces wait for it or are under way. What a stream asks that was let go of takes a moment, and needs no other process. */
  get load(): number {
    const pendingCalls = this.current ? [this.current, ...this.queue] : this.queue
    return pendingCalls.filter(({ question }) => question.kind === 'piece').length
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** Throws CannotBeRead where it went beyond a limit or took the process down, ReaderGone where others did. */
  ask(ask: Ask, asking: Asking): Promise<unknown> {
    if (this.isGone) return Promise.reject(new ReaderGone())
    if (asking.signal?.aborted) return Promise.reject(asking.signal.reason)
    return new Promise((resolve, reject) => {
      const call: Call = { ...asking, question: { ...ask, id: ++this.count }, resolve, reject }
      const drop = () => this.drop(call)
      asking.signal?.addEventListener('abort', drop, { once: true })
      const settled = (settle: () => void) => {
        asking.signal?.removeEventListener('abort', drop)
        settle()
      }
      call.resolve = (value) => settled(() => resolve(value))
      call.reject = (error) => settled(() => reject(error))
      this.queue.push(call)
      this.goOn()
    })
  }

  /** Ends it, whatever it does. */
  stop(): void {
    this.kill('stopped')
  }

  private goOn(): void {
    // One that is being ended takes nothing up: what waits would be told what was said of another.
    if (this.isGone || this.current || this.ending) return
    const call = this.queue.shift()
    if (!call) {
      this.letGo()
      this.on.idle()
      return
    }
    this.hold()
    this.current = call
    this.isCounting = call.question.kind === 'next'
    this.countFromNow()
    if (this.isReady) this.send(call)
  }

  private send(call: Call): void {
    this.child.send(call.question, (error) => error && this.kill('stopped'))
  }

  /** What is measured begins now. */
  private countFromNow(): void {
    this.since = Date.now()
    this.before = null
  }

  private hear(answer: Answer): void {
    if (answer.kind === 'ready') {
      this.isReady = true
      this.countFromNow()
      if (this.current) this.send(this.current)
      return
    }
    const call = this.current
    if (!call || call.question.id !== answer.id) return
    if (answer.kind === 'begun') {
      this.isCounting = true
      this.countFromNow()
      return
    }
    if (answer.kind === 'at') {
      this.countFromNow()
      call.onAt?.(answer.index, answer.line)
      return
    }
    this.current = null
    if (answer.ok) call.resolve(answer.value)
    else call.reject(new Error(answer.message))
    this.goOn()
  }

  /** Nobody waits for it any longer. What is under way can only be ended with the process. */
  private drop(call: Call): void {
    const queueIndex = this.queue.indexOf(call)
    if (queueIndex >= 0) this.queue.splice(queueIndex, 1)
    else if (this.current === call) {
      this.current = null
      this.kill('stopped')
    }
    call.reject(call.signal?.reason)
  }

  private look(): void {
    const { current, child } = this
    if (!current || child.pid === undefined) return
    const { processorMs, wallMs, residentBytes } = current.limits
    const usage = usageOf(child.pid)
    const took = Date.now() - this.since
    if (!usage) return void (took > Math.min(wallMs, processorMs * SLOWER) && this.kill('time'))
    this.before ??= usage.processorMs
    if (usage.residentBytes > residentBytes) this.kill('memory')
    else if (took > wallMs || (this.isCounting && usage.processorMs - this.before > processorMs)) this.kill('time')
  }

  private kill(ending: Cause | 'stopped'): void {
    this.ending ??= ending
    this.child.kill('SIGKILL')
  }

  private causeOf(signal: NodeJS.Signals | null): Error {
    if (this.ending === 'stopped') return new ReaderGone()
    if (this.ending) return new CannotBeRead(this.ending)
    if (this.isReady) return new CannotBeRead(OUT_OF_HEAP.has(signal) ? 'memory' : 'ended')
    return new Error(`The process that reads foreign input could not be started: ${this.said.trim() || signal}`)
  }

  private end(cause: Error): void {
    if (this.isGone) return
    this.isGone = true
    clearInterval(this.looking)
    const { current } = this
    this.current = null
    this.on.gone()
    current?.reject(cause)
    for (const call of this.queue.splice(0)) call.reject(new ReaderGone())
  }

  /** The parent stays for as long as it waits for an answer, and not longer. */
  private hold(): void {
    this.child.ref()
    this.child.channel?.ref()
    this.looking ??= setInterval(() => this.look(), LOOK_EVERY_MS)
  }

  private letGo(): void {
    clearInterval(this.looking)
    this.looking = undefined
    this.child.unref()
    this.child.channel?.unref()
    // It is a socket, which the types do not say.
    if (this.child.stderr && 'unref' in this.child.stderr && typeof this.child.stderr.unref === 'function')
      this.child.stderr.unref()
  }
}
