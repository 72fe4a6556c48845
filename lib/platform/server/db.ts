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

/** So long a connection is waited for, and what every request asks first. */
const ANSWER_WITHIN_MS = 10_000

/** One pool for Prisma, raw SQL and the inline worker; it survives development reloads. */
function handles(): Handles {
  if (globals.__assayDb) return globals.__assayDb
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().ASSAY_POOL,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
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

/**
 * Asks what every request asks before anything else, and gives up after ten seconds: a server that is frozen keeps the
 * connections that there are, and never answers on them.
 */
export function askFirst<Row extends pg.QueryResultRow>(question: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
  const limited = { ...question, query_timeout: ANSWER_WITHIN_MS }
  return pool().query<Row>(limited)
}

/** The client inside `transaction`: ordinary Prisma calls and `$queryRaw`. */
export type Tx = Prisma.TransactionClient

/**
 * Runs `work` in one transaction (read committed); whatever it throws rolls everything back. It may take a minute unless
 * `minutes` says otherwise.
 */
export function transaction<T>(work: (tx: Tx) => Promise<T>, minutes = 1): Promise<T> {
  return prisma().$transaction(work, { maxWait: 10_000, timeout: minutes * 60_000 })
}
