import 'server-only'
import fs from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { stateOf } from '@/lib/platform/server/database-trouble'
import { isDraining } from '@/lib/platform/server/draining'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { log } from '@/lib/platform/server/log'
import { probeDatabase } from './probe-database'

const globals: typeof globalThis & { __assaySchemaIsThere?: boolean } = globalThis

const APPLIED = `select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`

/** PostgreSQL takes its log of changes in files of 16 MB, and falls over where there is no room for the next. */
const ROOM_BYTES = 2 * 16 * 1024 * 1024
/** When to ask again, in seconds. */
const AGAIN = 2

const DISK_FULL = 'The disk of the database is full.'
/** By SQLSTATE. */
const REASONS: Record<string, string> = {
  '53100': DISK_FULL,
  '25006': 'The database takes no changes: it is read-only.',
  '53300': 'The database has no connection free.',
  '57P03': 'The database is starting or ending.',
}

/** Are all migrations of this version applied? Looked up until they are; none is ever taken back. */
async function demandMigrations(client: Client): Promise<void> {
  if (globals.__assaySchemaIsThere) return
  const entries = await fs.promises.readdir(path.join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true })
  const { rows } = await client.query<{ name: string }>(APPLIED)
  const applied = new Set(rows.map((row) => row.name))
  if (entries.some((entry) => entry.isDirectory() && !applied.has(entry.name)))
    throw unready('The database lacks migrations.')
  globals.__assaySchemaIsThere = true
}

const unready = (reason: string) => new AppError('unavailable', reason, { data: { seconds: AGAIN } })

/** Is there room where the embedded database lives? Of a database elsewhere, only its own answers tell. */
async function demandRoom(): Promise<void> {
  const folder = env().ASSAY_POSTGRES_FOLDER
  if (!folder) return
  const { bavail, bsize } = await fs.promises.statfs(folder)
  if (bavail * bsize < ROOM_BYTES) throw unready(DISK_FULL)
}

/**
 * May requests be sent here? Throws `unavailable` with the reason while the process leaves, or while the database does not
 * answer within two seconds, cannot write, or lacks migrations.
 */
export async function checkReady(): Promise<{ status: 'ready' }> {
  if (isDraining()) throw unready('This process is about to end.')
  try {
    await demandRoom()
    await probeDatabase(demandMigrations)
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn('not ready', { error: error instanceof Error ? error.message : String(error) })
    throw unready(REASONS[stateOf(error)] ?? 'The database does not answer.')
  }
  return { status: 'ready' }
}
