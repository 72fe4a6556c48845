/** The embedded PostgreSQL on a port that stays, and what can happen to it. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, startPostgres } from '@/scripts/embedded-postgres'
import { type Cluster, placeCluster } from '@/scripts/postgres/cluster'
import { freePort, readPostmaster } from '@/scripts/postgres/postmaster'
import { runProgram } from '@/scripts/postgres/run-program'

/** So much room the database has where its disk can be filled up. */
const DISK_MB = 1_500
const START_TRIES = 40
/** On a busy machine a connection takes a tenth of a second, and there are a hundred. */
const TAKING_MS = 30_000
const PORTS = { from: 20_000, count: 10_000 }

export class UnrulyPostgres {
  private constructor(
    private readonly cluster: Cluster,
    private server: EmbeddedPostgres,
    /** The disk of its own that can be filled up; null where there is none. */
    readonly disk: string | null,
  ) {}

  /** On a disk that can be filled up, where this is wanted and possible. */
  static async start({ ownDisk = true } = {}): Promise<UnrulyPostgres> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-unruly-'))
    fs.chmodSync(folder, 0o755)
    const disk = ownDisk && mountDisk(folder) ? folder : null
    const root = path.join(folder, 'postgres')
    const server = await startPostgres({ root, port: await standingPort() })
    const unruly = new UnrulyPostgres(
      placeCluster(root, () => {}),
      server,
      disk,
    )
    // So that the log of changes does not fill the disk by itself.
    await unruly.ask(`alter system set max_wal_size = '256MB'`)
    await unruly.ask('select pg_reload_conf()')
    return unruly
  }

  get url(): string {
    return this.server.url
  }

  async ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** `fast` rolls back what is under way, `immediate` leaves the rest to the recovery. */
  async restart(mode: 'fast' | 'immediate'): Promise<void> {
    const { binaries, dataDirectory, logFile, account } = this.cluster
    const options = ['-D', dataDirectory, '-m', mode, '-w', '-t', '60', '-s', '-l', logFile]
    await runProgram(binaries.pgCtl, ['restart', ...options], account)
  }

  /** SIGKILL for the server, then a start that recovers. False where it was not there. */
  async crash(): Promise<boolean> {
    const found = readPostmaster(this.cluster.dataDirectory)
    if (found) process.kill(found.pid, 'SIGKILL')
    await this.startAgain()
    return found !== null
  }

  /** Takes every connection there is, those of the product too, for so long. Whether there was a time when none was left. */
  async exhaust(ms: number): Promise<boolean> {
    let isNoneLeft = false
    const taken: pg.Client[] = []
    // So long from the moment on when none is left.
    let end = performance.now() + TAKING_MS
    while (performance.now() < end) {
      const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 })
      client.on('error', () => {})
      const isIn = await client.connect().then(
        () => true,
        () => false,
      )
      if (isIn) {
        taken.push(client)
        continue
      }
      if (!isNoneLeft) end = performance.now() + ms
      isNoneLeft = true
      await taken[0]?.query(TURN_OUT).catch(() => undefined)
      await pause(50)
    }
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)))
    return isNoneLeft
  }

  /** Leaves no byte free on the disk for so long, then makes room; the server may have fallen over. */
  async fillDisk(ms: number): Promise<void> {
    const { disk } = this
    if (!disk) throw new Error('there is no disk to fill')
    const end = performance.now() + ms
    // What is freed meanwhile is taken as well.
    while (performance.now() < end) {
      takeRoom(disk)
      await pause(200)
    }
    resize(disk, DISK_MB * 1_024)
    await this.startAgain()
  }

  private async startAgain(): Promise<void> {
    const { root } = this.cluster
    const { port } = this.server
    for (let tries = 1; ; tries++) {
      try {
        const server = await startPostgres({ root, port })
        if (server.port !== port) {
          await server.stop()
          throw new Error(`port ${port} is taken`)
        }
        this.server = server
        return
      } catch (error) {
        // Processes of the dead server may still be leaving, and hold its port.
        if (tries >= START_TRIES) throw error
        await pause(500)
      }
    }
  }

  async remove(): Promise<void> {
    await this.server.stop()
    const folder = path.dirname(this.cluster.root)
    if (this.disk) spawnSync('umount', [this.disk])
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A port that the system gives nobody by itself, so that it is there again when a process comes back. */
export const standingPort = (): Promise<number> => freePort(PORTS.from + Math.floor(Math.random() * PORTS.count))

const TURN_OUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name in ('assay', 'assay live') or application_name like 'assay worker%'`

function mountDisk(folder: string): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder])
  return status === 0
}

const resize = (disk: string, kilobytes: number): boolean =>
  spawnSync('mount', ['-o', `remount,size=${kilobytes}k`, disk]).status === 0

/** Makes the disk as small as what is on it, which somebody may add to at that moment. */
function takeRoom(disk: string): void {
  for (let tries = 0; tries < 20; tries++) {
    const { blocks, bfree, bsize } = fs.statfsSync(disk)
    if (resize(disk, ((blocks - bfree) * bsize) / 1_024)) return
  }
  throw new Error('the disk does not get full')
}
