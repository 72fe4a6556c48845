/** `npm run db -- new NAME | check | deploy`: writes, checks and applies migrations. */
import fs from 'node:fs'
import path from 'node:path'
import { startPostgres, startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '@/scripts/migrate'
import { StartError } from '@/scripts/start-error'

const SCHEMA = 'prisma/schema.prisma'
const LOCK_FILE = 'provider = "postgresql"\n'
/** Tables that hand-written SQL makes and schema.prisma does not know. */
const EXTERNAL_TABLES: string[] = []

/** SQL that the migrations lack, null when nothing; computed on a server made for it alone. */
export async function pendingSql(): Promise<string | null> {
  const { diffSchema } = await import('@/scripts/schema-engine')
  const server = await startThrowAwayPostgres()
  try {
    return await diffSchema({
      url: server.url,
      migrations: readMigrations(),
      lockFile: LOCK_FILE,
      schema: { path: SCHEMA, content: fs.readFileSync(SCHEMA, 'utf8') },
      externalTables: EXTERNAL_TABLES,
    })
  } finally {
    await server.stop()
  }
}

async function check() {
  const sql = await pendingSql()
  if (sql !== null) throw new StartError(`schema.prisma is ahead of the migrations, which lack:\n${sql}`)
  console.log('The migrations match schema.prisma.')
}

async function writeNew(name: string | undefined) {
  if (!name || !/^[a-z0-9_]+$/.test(name)) throw new StartError('Name the migration: npm run db -- new add_something')
  const sql = await pendingSql()
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = path.join(MIGRATIONS_FOLDER, `${stamp}_${name}`)
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'migration.sql'), sql ?? '-- The schema has not changed: write your SQL here.\n')
  fs.writeFileSync(path.join(MIGRATIONS_FOLDER, 'migration_lock.toml'), LOCK_FILE)
  console.log(`Wrote ${folder}/migration.sql: read it before you commit it.`)
}

async function deploy() {
  const server = process.env.DATABASE_URL ? null : await startPostgres({ root: '.data/postgres', log: console.log })
  try {
    const applied = await migrate(process.env.DATABASE_URL ?? server?.url ?? '')
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to apply.')
  } finally {
    await server?.stop()
  }
}

/** Runs one of the three verbs. */
export async function main([verb, name]: string[]): Promise<void> {
  if (verb === 'check') return check()
  if (verb === 'new') return writeNew(name)
  if (verb === 'deploy') return deploy()
  throw new StartError('Say one of: npm run db -- new NAME | check | deploy')
}
