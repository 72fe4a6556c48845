/**
 * Writes a database into one file while the application works on it: every table as of one moment, as the text of COPY,
 * in a zip archive with a manifest. Nothing but SQL is needed, and no memory to speak of.
 */
import fs from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { hasQueue, listSequences, listTables, quote } from '@/scripts/backup/catalogue'
import { JOB_COLUMNS, MANIFEST_FILE, type Manifest, type Part } from '@/scripts/backup/manifest'
import { makeMeter } from '@/scripts/backup/meter'
import { MIGRATION_LOCK } from '@/scripts/migrate'
import { codeOf, messageOf, StartError } from '@/scripts/start-error'

/** Those given up after their last try stay behind: to add them again would be to run them again. One at its last try is not. */
const JOBS = `select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    (select array_agg(f) from jsonb_object_keys(j.flags) f)
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts or j.locked_at is not null order by j.id`

/** Begins a transaction that sees one moment. No migration can come between that moment and the list of tables. */
async function beginSnapshot(client: pg.Client) {
  await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  const tables = await listTables(client)
  if (!tables.some((table) => table.name === 'users')) throw new StartError('There is no database of Assay to back up.')
  await client.query('begin isolation level repeatable read read only')
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`set local ${limit} = 0`)
  await client.query(`lock table ${tables.map((table) => quote(table.name)).join(', ')} in access share mode`)
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by 1`,
  )
  const sequences = await listSequences(client)
  const queue = await hasQueue(client)
  await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
  return { tables, migrations, sequences, queue }
}

/** Adds the answer of a COPY to the archive when its turn comes; what `done` is told is known after that. */
function addPart(zip: ZipFile, client: pg.Client, sql: string, columns: string[], file: string): Promise<Part> {
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(file, (give) => {
      const { stream, read } = makeMeter()
      const out = new PassThrough()
      pipeline(client.query(copyTo(sql)), stream, out).then(
        () => resolve({ file, columns, ...read() }),
        (error: Error) => {
          out.destroy(error)
          reject(error)
        },
      )
      give(null, out)
    })
  })
}

async function writeArchive(client: pg.Client, zip: ZipFile): Promise<Manifest> {
  const { tables, migrations, sequences, queue } = await beginSnapshot(client)
  const parts = tables.map(async ({ name, columns }) => {
    const sql = `copy ${quote(name)} (${columns.map(quote).join(', ')}) to stdout`
    return { table: name, ...(await addPart(zip, client, sql, columns, `tables/${name}.copy`)) }
  })
  const jobs = queue ? addPart(zip, client, `copy (${JOBS}) to stdout`, JOB_COLUMNS, 'jobs.copy') : null
  const manifest = (async (): Promise<Manifest> => ({
    format: 'assay-backup',
    version: 1,
    madeAt: new Date().toISOString(),
    migrations,
    tables: await Promise.all(parts),
    sequences,
    jobs: await jobs,
  }))()
  zip.addReadStreamLazy(MANIFEST_FILE, (give) => {
    manifest.then(
      (finishedManifest) => give(null, Readable.from([Buffer.from(JSON.stringify(finishedManifest, null, 1))])),
      (error: unknown) => give(error, new PassThrough()),
    )
  })
  zip.end()
  return manifest
}

/** Opens a file that nobody has; passwords' hashes and everybody's labels go into it: for its owner only. */
function openNew(file: string): number {
  try {
    return fs.openSync(file, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new StartError(`The backup was not made: ${messageOf(error)}.`)
    throw new StartError(
      `${file} exists: a backup is being written there, or was cut off. Remove it if none is running.`,
    )
  }
}

/** Gives the complete file its name, which nobody may have taken meanwhile. */
function giveName(half: string, file: string): void {
  try {
    fs.linkSync(half, file)
  } catch (error) {
    if (fs.existsSync(file)) throw new StartError(`${file} was made by somebody else meanwhile: name another file.`)
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error))) throw error
    // Some file systems have no links.
    fs.renameSync(half, file)
  }
}

/** Reads everything into `file`, which must not exist yet and appears under its name only when complete. */
export async function backUp(url: string, file: string): Promise<Manifest> {
  if (fs.existsSync(file)) throw new StartError(`${file} exists: name another file.`)
  const half = `${file}.part`
  const target = fs.createWriteStream(half, { fd: openNew(half), flush: true })
  const client = new pg.Client({ connectionString: url, application_name: 'assay backup' })
  client.on('error', () => {})
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, target)
  // It may fail before anybody waits for it.
  written.catch(() => {})
  zip.on('error', (error: Error) => target.destroy(error))
  try {
    await client.connect()
    const [manifest] = await Promise.all([writeArchive(client, zip), written])
    giveName(half, file)
    return manifest
  } catch (error) {
    target.destroy()
    await written.catch(() => {})
    if (error instanceof StartError) throw error
    throw new StartError(`The backup ${file} was not made: ${messageOf(error) || codeOf(error)}.`)
  } finally {
    fs.rmSync(half, { force: true })
    await client.end()
  }
}
