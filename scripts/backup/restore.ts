/**
 * Fills an empty database from a backup, in one transaction: the schema as it was, the rows, the rules between tables,
 * and the migrations that came since. Until the last checksum has been compared, nobody sees anything.
 */

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { MIGRATION_LOCK, MIGRATION_TABLE, type Migration, readMigrations, runMigration } from '@/scripts/migrate'
import { codeOf, messageOf, StartError } from '@/scripts/start-error'
import { hasQueue, listForeignKeys, listTables, quote } from './catalogue'
import { JOB_COLUMNS, MANIFEST_FILE, type Manifest, manifestSchema, type Part } from './manifest'
import { makeMeter } from './meter'

/* A backup as a file to read from. Everything that can be wrong with it is said in a sentence. */

interface Backup {
  manifest: Manifest
  /** The text of a COPY. */
  read(part: Part): Promise<Readable>
  close(): void
}

async function openArchive(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false, lazyEntries: true })
  } catch (error) {
    if (codeOf(error)) throw new StartError(`${file} cannot be read (${codeOf(error)}).`)
    throw new StartError(`${file} is no backup of Assay, or it was cut off: ${messageOf(error)}.`)
  }
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Opens a backup and reads what it says about itself. Throws a StartError for anything but a backup. */
async function openBackup(file: string): Promise<Backup> {
  const archive = await openArchive(file)
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry)
    const open = (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new StartError(`${file} is no whole backup of Assay: ${name} is missing.`)
      return archive.openReadStreamPromise(entry)
    }
    const manifest = manifestSchema.safeParse(JSON.parse(await readAll(await open(MANIFEST_FILE))))
    if (!manifest.success) throw new StartError(`${file} is no backup that this version of Assay can read.`)
    return { manifest: manifest.data, read: ({ file: name }) => open(name), close: () => archive.close() }
  } catch (error) {
    archive.close()
    if (error instanceof StartError) throw error
    throw new StartError(`${file} is damaged: ${messageOf(error)}.`)
  }
}

/** What a backup brought. */
export interface Restored {
  manifest: Manifest
  /** Names of the migrations that were made since the backup. */
  applied: string[]
}

/** The migrations the backup had, and those made since. Refuses what this version does not know. */
function planMigrations({ migrations }: Manifest, folder?: string): { before: Migration[]; after: Migration[] } {
  const availableMigrations = readMigrations(folder)
  const had = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const { name, checksum } of migrations) {
    const ours = availableMigrations.find((migration) => migration.name === name)
    if (!ours) throw new StartError(`The backup was made by a newer Assay (migration ${name}): update this one first.`)
    if (ours.checksum !== checksum)
      throw new StartError(`The backup was made with another text of migration ${name}: use the version that made it.`)
  }
  const isBefore = (migration: Migration) => had.has(migration.name)
  return {
    before: availableMigrations.filter(isBefore),
    after: availableMigrations.filter((migration) => !isBefore(migration)),
  }
}

async function refuseFilled(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname not like 'pg\\_%'
       and c.relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  )
  const queue = await hasQueue(client)
  const jobs = queue ? await client.query('select 1 from graphile_worker._private_jobs limit 1') : null
  if (rows.length === 0 && !jobs?.rowCount) return
  throw new StartError(
    `The database is not empty (it has ${rows[0]?.name ?? 'jobs'}). A backup is restored into an empty one only: ` +
      'name a new database in DATABASE_URL, or stop the app and move the folder of the embedded one (.data/postgres) away.',
  )
}

async function copyIn(client: pg.Client, backup: Backup, part: Part, target: string) {
  const { stream, read } = makeMeter()
  const sql = `copy ${target} (${part.columns.map(quote).join(', ')}) from stdin`
  try {
    await pipeline(await backup.read(part), stream, client.query(copyFrom(sql)))
  } catch (error) {
    throw new Error(`${part.file} cannot be read: ${messageOf(error) || codeOf(error)}`)
  }
  const found = read()
  if (found.sha256 !== part.sha256 || found.rows !== part.rows)
    throw new Error(`${part.file} is damaged: its checksum is not the one in the manifest`)
}

/** All rows of all tables, with the rules between tables taken down meanwhile and every row held against them after. */
async function copyTables(client: pg.Client, backup: Backup) {
  const tables = await listTables(client)
  const keys = await listForeignKeys(client)
  for (const { table, name } of keys) await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`)
  for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user`)
  // What migrations have put in themselves is in the backup, too.
  await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)
  for (const part of backup.manifest.tables) {
    if (!tables.some(({ name }) => name === part.table)) throw new Error(`${part.table} is no table of its schema`)
    await copyIn(client, backup, part, quote(part.table))
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
  for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`)
  for (const { name, value } of backup.manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, false)', [`public.${quote(name)}`, value])
}

/** Adds the jobs anew, which may have another table by now; they begin with their first try. */
async function copyJobs(client: pg.Client, backup: Backup) {
  const { jobs } = backup.manifest
  if (!jobs) return
  await client.query(`create temp table restored_jobs (task text, payload json, queue_name text, run_at timestamptz,
    max_attempts int, job_key text, priority int, flags text[]) on commit drop`)
  await copyIn(client, backup, { ...jobs, columns: JOB_COLUMNS }, 'restored_jobs')
  await client.query(`select graphile_worker.add_job(task, payload, queue_name => queue_name, run_at => run_at,
    max_attempts => max_attempts, job_key => job_key, priority => priority, flags => flags) from restored_jobs`)
}

async function fill(client: pg.Client, backup: Backup, plan: { before: Migration[]; after: Migration[] }) {
  await client.query('begin')
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`set local ${limit} = 0`)
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await refuseFilled(client)
  await client.query(MIGRATION_TABLE)
  for (const migration of plan.before) await runMigration(client, migration)
  await copyTables(client, backup)
  await copyJobs(client, backup)
  for (const migration of plan.after) await runMigration(client, migration)
  await client.query('commit')
}

async function fillOrUndo(client: pg.Client, backup: Backup, plan: { before: Migration[]; after: Migration[] }) {
  try {
    await fill(client, backup, plan)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
}

/** Restores a backup into the empty database at `url`. `folder` holds the migrations. Throws StartErrors. */
export async function restore(url: string, file: string, folder?: string): Promise<Restored> {
  const backup = await openBackup(file)
  const client = new pg.Client({ connectionString: url, application_name: 'assay restore' })
  client.on('error', () => {})
  try {
    const plan = planMigrations(backup.manifest, folder)
    await client.connect()
    await refuseFilled(client)
    // The queue keeps itself in a schema of its own, which is no data.
    await runMigrations({ connectionString: url })
    await fillOrUndo(client, backup, plan)
    return { manifest: backup.manifest, applied: plan.after.map((migration) => migration.name) }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`Nothing was restored: ${messageOf(error) || codeOf(error)}.`)
  } finally {
    backup.close()
    await client.end()
  }
}
