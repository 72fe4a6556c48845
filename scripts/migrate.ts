/**
 * Applies prisma/migrations with plain SQL: same folder, table, lock and checksums as `prisma migrate deploy`, which
 * may take over at any time, but no engine to download.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { catchUpSql, type EarlierText, findEarlier } from '@/scripts/earlier-migrations'
import { messageOf, StartError } from '@/scripts/start-error'

/** One folder of prisma/migrations. */
export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the text, in hex. */
  checksum: string
}

export const MIGRATIONS_FOLDER = 'prisma/migrations'
/** The advisory lock that Prisma's own engine takes. */
export const MIGRATION_LOCK = 72707369

/** Makes the table of what was applied. */
export const MIGRATION_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
  migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`

/** The migrations of a folder in their order. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  if (!fs.existsSync(folder)) return []
  const entries = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      // A checkout on Windows may have CRLF; Prisma's checksum does not mind either.
      const sql = fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8').replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

interface AppliedRow {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

type Step = 'none' | 'apply' | EarlierText

/** What a database lacks of a migration. Throws where it cannot be told. */
function stepFor(row: AppliedRow | undefined, { name, checksum }: Migration): Step {
  if (!row) return 'apply'
  if (!row.finished_at) throw new StartError(`Migration ${name} failed earlier: resolve it by hand.`)
  if (row.checksum === checksum) return 'none'
  const earlier = findEarlier(name, row.checksum)
  if (earlier) return earlier
  throw new StartError(
    `Migration ${name} was changed after this database had applied it. Start the version that has applied it; see "Upgrades" in docs/operations.md.`,
  )
}

/** Runs one migration and writes it down, in the transaction that the caller has begun. */
export async function runMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const started = new Date()
  await client.query(sql) // one simple query: many statements, quoted bodies and all
  await client.query(
    `insert into _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     values ($1, $2, clock_timestamp(), $3, $4, 1)`,
    [randomUUID(), checksum, name, started],
  )
}

/** Brings a database that has applied an earlier text of a migration to where the text of today leads. */
async function catchUp(client: pg.Client, migration: Migration, earlier: EarlierText): Promise<void> {
  await client.query(catchUpSql(migration, earlier))
  await client.query(
    `update _prisma_migrations set checksum = $1, logs = $2 where migration_name = $3 and rolled_back_at is null`,
    [migration.checksum, `brought up to date from ${earlier.checksum}`, migration.name],
  )
}

async function apply(client: pg.Client, migration: Migration, step: Exclude<Step, 'none'>) {
  const { name } = migration
  try {
    await client.query('begin')
    await (step === 'apply' ? runMigration(client, migration) : catchUp(client, migration, step))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new StartError(`Migration ${name} failed: ${messageOf(error)}`)
  }
}

/**
 * Applies what the database lacks, each migration in a transaction of its own, one process at a time; of a migration that
 * it has applied in an earlier text, what was added since. Returns the names applied. Throws StartError for an edited, failed or failing migration.
 */
export async function migrate(url: string, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(MIGRATION_TABLE)
    const { rows } = await client.query<AppliedRow>(
      'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
    )
    const rowsByName = new Map(rows.map((row) => [row.migration_name, row]))
    const applied: string[] = []
    for (const migration of readMigrations(folder)) {
      const step = stepFor(rowsByName.get(migration.name), migration)
      if (step === 'none') continue
      await apply(client, migration, step)
      applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end() // also releases the lock
  }
}
