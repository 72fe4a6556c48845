/**
 * The PostgreSQL that Assay brings along: created, started, reused, recovered and stopped here. Only the programs of
 * the npm package are used, run by pg_ctl, so that the server outlives no launcher and breaks no second start.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Cluster, databaseUrl, ensureData, locateCluster, placeCluster } from '@/scripts/postgres/cluster'
import { type Kept, keepRunning } from '@/scripts/postgres/keep-running'
import { memoryArea } from '@/scripts/postgres/memory-area'
import { isAlive, isServer, readPostmaster } from '@/scripts/postgres/postmaster'
import { runProgram } from '@/scripts/postgres/run-program'
import { startServer, startServerAgain } from '@/scripts/postgres/start-server'
import { watchServer } from '@/scripts/postgres/watchdog'
import { StartError } from '@/scripts/start-error'

/** A server that answers. */
export interface EmbeddedPostgres {
  /** Address of Assay's database. */
  url: string
  /** Address of the maintenance database `postgres`. */
  adminUrl: string
  root: string
  port: number
  /** True when another living process started it; `stop` then leaves it running. */
  reused: boolean
  /**
   * From now on the server is started again, on the same port, whenever it dies. `onGivenUp` hears when this has no end or
   * no hope, or when the process that has started a reused server is gone together with it.
   */
  keepRunning(onGivenUp: (reason: StartError) => void, limits?: Pick<Kept, 'starts'>): void
  stop(): Promise<void>
}

interface Options {
  /** Folder of the cluster: data, password file, log. */
  root: string
  /** Gives up safety against power cuts, for tests. */
  fast?: boolean
  /** Deletes the folder after the stop, even when this process is killed. */
  discard?: boolean
  port?: number
  log?: (line: string) => void
}

const DATABASE = 'assay'
const PREFERRED_PORT = 54329
const WAIT_FOR_OTHER_MS = 15_000

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** The port of the server that runs on exactly this data, null when it does not answer (yet). */
async function answeringPort({ secretFile, dataDirectory }: Pick<Cluster, 'secretFile' | 'dataDirectory'>) {
  const found = readPostmaster(dataDirectory)
  if (!found?.port || !isServer(found.pid)) return null
  try {
    const client = await connect(databaseUrl(secretFile, found.port, 'postgres'))
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    await client.end()
    const same = fs.realpathSync(rows[0]?.data_directory ?? '') === fs.realpathSync(dataDirectory)
    return same ? found.port : null
  } catch {
    return null
  }
}

/** Port of a running server, waiting for one that is starting or stopping; null when none runs any more. */
async function waitForRunning(cluster: Cluster): Promise<number | null> {
  const end = Date.now() + WAIT_FOR_OTHER_MS
  for (;;) {
    const found = readPostmaster(cluster.dataDirectory)
    if (!found) return null
    if (!isServer(found.pid)) {
      fs.rmSync(path.join(cluster.dataDirectory, 'postmaster.pid'), { force: true })
      return null
    }
    const port = await answeringPort(cluster)
    if (port) return port
    if (Date.now() > end) {
      throw new StartError(`A PostgreSQL (process ${found.pid}) runs in ${cluster.root} but does not answer: stop it.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function ensureDatabase(adminUrl: string) {
  const client = await connect(adminUrl)
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** A living process other than this one that has started the server and will stop it. */
function hasOtherOwner({ ownerFile }: Cluster): boolean {
  const pid = fs.existsSync(ownerFile) ? Number(fs.readFileSync(ownerFile, 'utf8')) : 0
  return pid !== process.pid && isAlive(pid)
}

/**
 * Starts the server of a folder, creating it when it is new, or joins the one that runs there. An orphan, whose
 * launcher was killed together with its watchdog, is adopted. Throws StartError with one line for expected failures.
 */
export async function startPostgres(options: Options): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const cluster = placeCluster(path.resolve(options.root), log)
  await ensureData(cluster, options.fast ?? false)
  const running = await waitForRunning(cluster)
  const port = running ?? (await startServer(cluster, options.port ?? PREFERRED_PORT, options.fast ?? false))
  const reused = running !== null && hasOtherOwner(cluster)
  const stopServer = reused ? async () => {} : takeOver(cluster, options.discard ?? false)
  const adminUrl = databaseUrl(cluster.secretFile, port, 'postgres')
  await ensureDatabase(adminUrl)
  let leaveAlone = async () => {}
  return {
    url: databaseUrl(cluster.secretFile, port, DATABASE),
    adminUrl,
    root: cluster.root,
    port,
    reused,
    keepRunning(onGivenUp, limits) {
      leaveAlone = keepRunning({
        isRunning: watchPostmaster(cluster, reused),
        startAgain: async () => {
          if (reused)
            throw new StartError('The Assay that had started the database has ended, and the database with it.')
          await startServerAgain(port, cluster, options.fast ?? false)
        },
        onGivenUp,
        log,
        ...limits,
      })
    },
    async stop() {
      await leaveAlone()
      await stopServer()
    },
  }
}

/** Says whether the server runs; one that its living owner will start again counts as running. */
function watchPostmaster(cluster: Cluster, reused: boolean): () => boolean {
  const current = () => readPostmaster(cluster.dataDirectory)?.pid ?? 0
  let pid = current()
  return () => {
    if (isAlive(pid)) return true
    pid = current()
    return isServer(pid) || (reused && hasOtherOwner(cluster))
  }
}

/** Makes this process the owner: a watchdog stops the server when it ends. Returns the orderly stop. */
function takeOver(cluster: Cluster, discard: boolean): () => Promise<void> {
  // Removed first: root may have written it, and later the owner of the folder must write it again.
  fs.rmSync(cluster.ownerFile, { force: true })
  fs.writeFileSync(cluster.ownerFile, String(process.pid))
  const { dataDirectory, account, binaries, root } = cluster
  const stopServer = watchServer({
    pgCtl: binaries.pgCtl,
    dataDirectory,
    account,
    ...(discard ? { discard: root } : {}),
  })
  let stopping: Promise<void> | undefined
  return () => {
    stopping ??= stopServer().then(() => {
      if (discard) fs.rmSync(root, { recursive: true, force: true })
    })
    return stopping
  }
}

/**
 * A server in the temporary area for tests and checks; nothing of it remains after `stop` or the end of the process. `inMemory`: in a file
 * system in memory, where this machine has one with room for small databases. A database is some 800 files, which some disks make slowly.
 */
export function startThrowAwayPostgres({ inMemory = false } = {}): Promise<EmbeddedPostgres> {
  const area = inMemory ? memoryArea() : os.tmpdir()
  const root = fs.mkdtempSync(path.join(area, 'assay-throw-away-'))
  return startPostgres({ root, fast: true, discard: true, port: 0 })
}

/** Address of Assay's database if a server runs in this folder, null if not. Starts nothing. */
export async function findRunningPostgres(root: string): Promise<string | null> {
  const cluster = locateCluster(path.resolve(root))
  const port = await answeringPort(cluster)
  return port ? databaseUrl(cluster.secretFile, port, DATABASE) : null
}

/** Stops a server left behind in this folder and deletes the folder with all data. */
export async function removePostgres(root: string): Promise<void> {
  const wanted = path.resolve(root)
  const { root: real, dataDirectory } = locateCluster(wanted)
  const found = readPostmaster(dataDirectory)
  if (found && isServer(found.pid)) {
    const { binaries, account } = placeCluster(wanted, () => {})
    await runProgram(binaries.pgCtl, ['stop', '-D', dataDirectory, '-m', 'immediate', '-w', '-s'], account)
  }
  fs.rmSync(real, { recursive: true, force: true })
}
