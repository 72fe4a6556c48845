import 'server-only'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '@/generated/prisma/client'
import { env } from './env'
import { log } from './log'

interface Handles {
  pool: pg.Pool
  prisma: PrismaClient
}
const globals = globalThis as unknown as { __assayDb?: Handles }

/** One pool for Prisma, raw SQL and the inline worker; it survives development reloads. */
function handles(): Handles {
  if (globals.__assayDb) return globals.__assayDb
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().ASSAY_POOL,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'assay',
  })
  pool.on('error', (error) => log.warn('idle database connection lost', { error: error.message }))
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn('database connection', { error: error.message })),
  )
  globals.__assayDb = { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) }
  return globals.__assayDb
}

export const prisma = (): PrismaClient => handles().prisma
export const pool = (): pg.Pool => handles().pool

/** The client inside `transaction`: ordinary Prisma calls and `$queryRaw`. */
export type Tx = Prisma.TransactionClient

/**
 * Runs `work` in one transaction (read committed); whatever it throws rolls everything back. It may take a minute unless
 * `minutes` says otherwise.
 */
export function transaction<T>(work: (tx: Tx) => Promise<T>, minutes = 1): Promise<T> {
  return prisma().$transaction(work, { maxWait: 10_000, timeout: minutes * 60_000 })
}
