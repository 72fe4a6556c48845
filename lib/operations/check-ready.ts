import 'server-only'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pool } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
import { isLeaving } from '@/lib/server/leaving'
import { log } from '@/lib/server/log'

const globals: typeof globalThis & { __assaySchemaIsThere?: boolean } = globalThis

const APPLIED = `select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`

/** Are all migrations of this version applied? Looked up until they are; none is ever taken back. */
async function lacksMigrations(): Promise<boolean> {
  const entries = await readdir(path.join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true })
  const { rows } = await pool().query<{ name: string }>(APPLIED)
  const applied = new Set(rows.map((row) => row.name))
  return entries.some((entry) => entry.isDirectory() && !applied.has(entry.name))
}

async function askDatabase(): Promise<void> {
  if (globals.__assaySchemaIsThere) {
    await pool().query('select 1')
    return
  }
  if (await lacksMigrations()) throw new AppError('unavailable', 'The database lacks migrations.')
  globals.__assaySchemaIsThere = true
}

/** May requests be sent here? Throws `unavailable` while the process leaves or the database is not ready. */
export async function checkReady(): Promise<{ status: 'ready' }> {
  if (isLeaving()) throw new AppError('unavailable', 'This process is about to end.')
  try {
    await askDatabase()
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn('not ready', { error: error instanceof Error ? error.message : String(error) })
    throw new AppError('unavailable', 'The database does not answer.')
  }
  return { status: 'ready' }
}
