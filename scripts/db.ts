/**
 * `npm run db -- new NAME | checksums | check | deploy | backup FILE | restore FILE`: writes, checks and applies
 * migrations, and takes the data out and in.
 */
import fs from 'node:fs'
import path from 'node:path'
import { backUp } from '@/scripts/backup/back-up'
import { inWords } from '@/scripts/backup/manifest'
import { restore } from '@/scripts/backup/restore'
import { findRunningPostgres, startPostgres, startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { postgresFolder } from '@/scripts/launch/database'
import { readSettings } from '@/scripts/launch/settings'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '@/scripts/migrate'
import { addChecksums, CHECKSUMS_FILE } from '@/scripts/migration-checksums'
import { StartError } from '@/scripts/start-error'

const SCHEMA = 'prisma/schema.prisma'
const LOCK_FILE = 'provider = "postgresql"\n'
/** Tables that hand-written SQL makes and schema.prisma does not know. */
const EXTERNAL_TABLES: string[] = []

/** SQL that the migrations lack, null when nothing; computed on a server made for it alone. */
export async function pendingSql(): Promise<string | null> {
  const { diffSchema } = await import('@/scripts/schema-engine')
  const server = await startThrowAwayPostgres({ inMemory: true })
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
  console.log(`Wrote ${folder}/migration.sql: read it, finish it, then run "npm run db -- checksums".`)
}

function noteChecksums() {
  const added = addChecksums()
  console.log(added.length > 0 ? `Added ${added.join(', ')} to ${CHECKSUMS_FILE}.` : `${CHECKSUMS_FILE} is complete.`)
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

/** Does something with the database of the settings; the embedded one is started for it unless it runs. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const { databaseUrl, stateFolder } = readSettings('start', process.env)
  const url = databaseUrl ?? (await findRunningPostgres(postgresFolder(stateFolder)))
  if (url) return work(url)
  const server = await startPostgres({ root: postgresFolder(stateFolder), log: console.log })
  try {
    return await work(server.url)
  } finally {
    await server.stop()
  }
}

async function backUpTo(file: string | undefined) {
  if (!file) throw new StartError('Name the file to write: npm run db -- backup assay.zip')
  const manifest = await withDatabase((url) => backUp(url, path.resolve(file)))
  const size = (fs.statSync(file).size / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })
  console.log(`Wrote ${file}: ${inWords(manifest)}, ${size} MB.`)
}

async function restoreFrom(file: string | undefined) {
  if (!file) throw new StartError('Name the backup: npm run db -- restore assay.zip')
  const { manifest, applied } = await withDatabase((url) => restore(url, path.resolve(file)))
  console.log(`Restored ${inWords(manifest)}, as of ${manifest.madeAt}.`)
  if (applied.length > 0) console.log(`Applied ${applied.join(', ')}.`)
}

/** Runs one of the verbs. */
export async function main([verb, name]: string[]): Promise<void> {
  if (verb === 'backup') return backUpTo(name)
  if (verb === 'restore') return restoreFrom(name)
  if (verb === 'check') return check()
  if (verb === 'new') return writeNew(name)
  if (verb === 'checksums') return noteChecksums()
  if (verb === 'deploy') return deploy()
  throw new StartError('Say one of: npm run db -- new NAME | checksums | check | deploy | backup FILE | restore FILE')
}
