/** A peer's processes, where the race starts them itself: started by a command in a folder of their own, measured, killed and ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 600_000
const LOOK_AGAIN_MS = 50
const STOP_MS = 30_000
const LAST_LINES = 20

interface ServerOptions {
  name: string
  /** For the shell; it stays until its server ends, and keeps what it writes in the folder RACE_FOLDER. */
  command: string
  folder: string
  /** Where the command runs; this process's own working directory unless it is said. */
  tree?: string
  /** The address of the first page. */
  frontPage: string
  env?: Record<string, string>
}

/** A process as /proc has it. */
interface Process {
  pid: number
  parent: number
  /** The process that its session began with. */
  session: number
  /** Its working directory; '' where it cannot be read. */
  folder: string
}

export class Server {
  /** What it said last. */
  readonly said: string[] = []
  private child: ChildProcess | undefined

  constructor(private readonly options: ServerOptions) {}

  /** Starts it on what its folder holds; returns the seconds until its first page is answered. */
  async start(): Promise<number> {
    const { name, command, folder, tree, frontPage, env } = this.options
    if (await isAnswered(frontPage))
      throw new Error(`${name} cannot start: something answers at ${frontPage} already. End it, or name another port.`)
    mkdirSync(folder, { recursive: true })
    const begin = performance.now()
    const child = spawn('bash', ['-c', command], {
      // A group of its own: an interrupt from the terminal is for the race, which ends its servers.
      detached: true,
      ...(tree === undefined ? {} : { cwd: tree }),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', RACE_FOLDER: folder, ...env },
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        this.said.push(line)
        if (this.said.length > LAST_LINES) this.said.shift()
      })
    while (performance.now() - begin < PATIENCE_MS) {
      if (child.exitCode !== null || child.signalCode !== null) break
      if (await isAnswered(frontPage)) return (performance.now() - begin) / 1_000
      await pause(LOOK_AGAIN_MS)
    }
    await this.kill()
    throw new Error(`${name} does not start:\n${this.said.join('\n')}`)
  }

  /** Memory of all its processes, in MB: what they share is counted once (PSS). Null where the system does not say (not Linux). */
  memoryMb(): number | null {
    const all = this.processes().map(({ pid }) => proportionalKb(pid))
    return all.length === 0 ? null : all.reduce((sum, kb) => sum + kb, 0) / 1_000
  }

  /** SIGKILL for every process at once, its database among them. What the system was given to write is still written: this is no loss of power. */
  async kill(): Promise<void> {
    const { child } = this
    if (!child?.pid) return
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    for (const { pid } of this.processes()) signal(pid, 'SIGKILL')
    signal(child.pid, 'SIGKILL')
    await gone
    while (this.processes().length > 0) {
      for (const { pid } of this.processes()) signal(pid, 'SIGKILL')
      await pause(LOOK_AGAIN_MS)
    }
  }

  /** Asks it to end, and ends what is left. */
  async stop(): Promise<void> {
    const { child } = this
    if (!child?.pid) return
    for (const { pid } of this.processes()) signal(pid, 'SIGTERM')
    const end = performance.now() + STOP_MS
    while (this.processes().length > 0 && performance.now() < end) await pause(LOOK_AGAIN_MS)
    await this.kill()
  }

  /** Every process of the command's session or below one, also after their parents have ended, and those that work in its folder. */
  private processes(): Process[] {
    const { child, options } = this
    const folder = path.resolve(options.folder)
    const all = allProcesses()
    const own = new Set<number>()
    for (const each of all)
      if (each.session === child?.pid || each.folder === folder || each.folder.startsWith(`${folder}/`))
        own.add(each.pid)
    // Children can have lower numbers than their parents, so until nothing is added.
    for (let before = -1; before < own.size; ) {
      before = own.size
      for (const { pid, parent } of all) if (own.has(parent)) own.add(pid)
    }
    return all.filter(({ pid }) => own.has(pid))
  }
}

async function isAnswered(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'follow' }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** What `/proc` says, or '' of a process that has ended, and everywhere but on Linux. */
function ofProcess(pid: number | string, file: string, read: (name: string) => string): string {
  try {
    return read(`/proc/${pid}/${file}`)
  } catch {
    return ''
  }
}

const asText = (file: string) => readFileSync(file, 'utf8')

function allProcesses(): Process[] {
  let names: string[] = []
  try {
    names = readdirSync('/proc')
  } catch {
    return []
  }
  return names.flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    // Behind the name in brackets: the state, the parent, the group and the session.
    const [, state, parent, session] = /\) (\S) (\d+) \d+ (\d+)/.exec(ofProcess(name, 'stat', asText)) ?? []
    if (state === undefined || state === 'Z') return []
    const folder = ofProcess(name, 'cwd', (file) => readlinkSync(file))
    return [{ pid: Number(name), parent: Number(parent), session: Number(session), folder }]
  })
}

const proportionalKb = (pid: number) =>
  Number(/^Pss:\s+(\d+) kB/m.exec(ofProcess(pid, 'smaps_rollup', asText))?.[1] ?? 0) * 1.024
