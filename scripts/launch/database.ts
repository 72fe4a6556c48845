/** Finds or starts the database and brings its schema up to date. */
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { unlockDeadWorkers } from '@/lib/platform/jobs/unlock'
import { type EmbeddedPostgres, startPostgres } from '@/scripts/embedded-postgres'
import { say } from '@/scripts/launch/say'
import type { Settings } from '@/scripts/launch/settings'
import { migrate } from '@/scripts/migrate'
import { codeOf, messageOf, StartError } from '@/scripts/start-error'

const OLDEST_VERSION = 150_000

/** A database that is ready for the app; `embedded` is null for one named by DATABASE_URL. */
export interface Database {
  url: string
  embedded: EmbeddedPostgres | null
}

/** Address without the password, for messages. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new StartError(`The database ${placeOf(url)} cannot be reached: ${messageOf(error) || codeOf(error)}.`)
  }
}

/** Runs one query on a connection of its own. Throws a StartError when the database cannot be reached. */
export async function askDatabase<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<Row>(sql)
    return rows
  } finally {
    await client.end()
  }
}

async function checkServer(url: string): Promise<string> {
  const [server] = await askDatabase<{ version: number; name: string; encoding: string }>(
    url,
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       current_setting('server_encoding') as encoding`,
  )
  if (!server || server.version < OLDEST_VERSION) {
    throw new StartError(`Assay needs PostgreSQL 15 or newer; ${placeOf(url)} is ${server?.name}.`)
  }
  if (server.encoding !== 'UTF8') {
    throw new StartError(`The database ${placeOf(url)} stores ${server.encoding}: create it with encoding UTF8.`)
  }
  return server.name
}

/** Checks the server, applies the migrations and the queue's own schema. Safe to run in several processes at once. */
export async function prepareDatabase(url: string): Promise<string> {
  const version = await checkServer(url)
  const applied = await migrate(url)
  if (applied.length > 0) say(`applied ${applied.length === 1 ? 'one migration' : `${applied.length} migrations`}`)
  try {
    await runMigrations({ connectionString: url })
  } catch (error) {
    throw new StartError(`The job queue cannot be set up in ${placeOf(url)}: ${messageOf(error)}.`)
  }
  return version
}

/** Just after the start of our own server nobody else can be working: every lock is one of the dead. */
async function freeAllJobs(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    await unlockDeadWorkers(pool, 0)
  } finally {
    await pool.end()
  }
}

/** The folder of the embedded server below a state folder. */
export const postgresFolder = (stateFolder: string) => path.join(stateFolder, 'postgres')

/**
 * Opens the database of the settings, ready for use. `onServer` hears of the embedded server as soon as it runs, so
 * that it is stopped even if what follows fails.
 */
export async function openDatabase(
  { databaseUrl, stateFolder }: Settings,
  onServer: (server: EmbeddedPostgres) => void,
): Promise<Database> {
  if (databaseUrl) {
    const version = await prepareDatabase(databaseUrl)
    say(`database ${placeOf(databaseUrl)}, PostgreSQL ${version}`)
    return { url: databaseUrl, embedded: null }
  }
  const embedded = await startPostgres({ root: postgresFolder(stateFolder), log: say })
  onServer(embedded)
  const version = await prepareDatabase(embedded.url)
  if (embedded.reused) say('its database is already running, started by another Assay: it stops when that one does')
  else await freeAllJobs(embedded.url)
  const relativeRoot = path.relative('.', embedded.root)
  say(
    `database in ${relativeRoot.startsWith('..') ? embedded.root : relativeRoot}, PostgreSQL ${version}, port ${embedded.port}`,
  )
  return { url: embedded.url, embedded }
}
