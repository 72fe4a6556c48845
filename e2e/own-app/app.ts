/** An application of a journey's own, with a database of its own, that can be killed and started again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { findRunningPostgres, removePostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'
import { locateCluster } from '@/scripts/postgres/cluster'
import { readPostmaster } from '@/scripts/postgres/postmaster'

export class OwnApp {
  readonly url: string
  /** What the app said at its start that /setup asks for; '' where somebody has an account. */
  setUpCode = ''
  private launcher: ChildProcess | undefined
  private readonly last: string[] = []

  constructor(
    private readonly port: number,
    private readonly stateFolder: string,
    private readonly settings: Record<string, string> = {},
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  /** Starts on the data that are there; resolves once it answers. */
  async start(): Promise<void> {
    const launcher = spawn(process.execPath, ['--conditions=react-server', 'scripts/run.cjs', 'start'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATABASE_URL: '',
        NODE_OPTIONS: '',
        NEXTAUTH_URL: this.url,
        ASSAY_STATE_DIR: this.stateFolder,
        ASSAY_DEMO: '0',
        ...this.settings,
      },
    })
    this.launcher = launcher
    this.setUpCode = ''
    const ready = new Promise<void>((resolve) => {
      for (const stream of [launcher.stdout, launcher.stderr])
        createInterface({ input: stream }).on('line', (line) => {
          this.last.push(line)
          this.setUpCode = /with the code (\S+)$/.exec(line)?.[1] ?? this.setUpCode
          if (line.includes('ready at')) resolve()
        })
    })
    const ended = once(launcher, 'exit').then(() => {
      throw new Error(`the app ended:\n${this.last.slice(-10).join('\n')}`)
    })
    // After the start, the end is awaited by whoever asks for it.
    ended.catch(() => {})
    await Promise.race([ready, ended])
  }

  /** The ids of the process of Next and of PostgreSQL's first process. */
  processes(): { web: number; postmaster: number } {
    const [web] = this.launcher?.pid ? serversOf(this.launcher.pid) : []
    const postmaster = readPostmaster(locateCluster(postgresFolder(this.stateFolder)).dataDirectory)?.pid
    if (web === undefined || postmaster === undefined) throw new Error('the app does not run')
    return { web, postmaster }
  }

  /** SIGKILL for the launcher and the server at once, as in a crash; the database goes after them. */
  async kill(): Promise<void> {
    const { launcher } = this
    if (!launcher?.pid) return
    const gone = once(launcher, 'exit')
    const servers = serversOf(launcher.pid)
    launcher.kill('SIGKILL')
    for (const pid of servers) process.kill(pid, 'SIGKILL')
    await gone
    this.launcher = undefined
  }

  /** SIGKILL for the database alone, whose death nobody looks at until `lookAgain`. */
  killDatabase(): void {
    const found = readPostmaster(locateCluster(postgresFolder(this.stateFolder)).dataDirectory)
    if (!found) throw new Error('the database does not run')
    this.launcher?.kill('SIGSTOP')
    process.kill(found.pid, 'SIGKILL')
  }

  /** The launcher goes on, and finds the database dead. */
  lookAgain(): void {
    this.launcher?.kill('SIGCONT')
  }

  /** Asks the app to end; resolves with its exit code. */
  async stop(): Promise<number | null> {
    const { launcher } = this
    if (!launcher) return null
    const gone = once(launcher, 'exit')
    launcher.kill('SIGTERM')
    await gone
    this.launcher = undefined
    return launcher.exitCode
  }

  /** Ends the app in order and deletes its data. */
  async remove(): Promise<void> {
    await this.stop()
    await removePostgres(postgresFolder(this.stateFolder))
  }

  /** The address of the database while the app runs; another one after each start. */
  async databaseUrl(): Promise<string> {
    const url = await findRunningPostgres(postgresFolder(this.stateFolder))
    if (!url) throw new Error('the database does not run')
    return url
  }

  /** One statement on the app's database. */
  async query(sql: string, values: unknown[]): Promise<void> {
    const client = new pg.Client({ connectionString: await this.databaseUrl() })
    await client.connect()
    await client.query(sql, values)
    await client.end()
  }
}

/** The processes of Next below a launcher. */
function serversOf(launcher: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === launcher && /next-server|next\/dist\/bin\/next/.test(command) ? [Number(pid)] : []
  })
}
