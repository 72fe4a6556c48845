import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { type Prisma, PrismaClient } from '@/generated/prisma/client'
import { env } from './env'
import { log } from './log'
import { statementName } from './statement-name'

type Connection = Awaited<ReturnType<PrismaPg['connect']>>
type Transaction = Awaited<ReturnType<Connection['startTransaction']>>
type Execute = Transaction['executeRaw']

/**
 * Asks one thing after the other within a transaction, which has one connection. Prisma asks for several relations of a row at
 * once, and the driver warns that it will not queue them itself for much longer. It connects to the pool that is open at that moment.
 */
class AdapterInTurn extends PrismaPg {
  override async connect(): Promise<Connection> {
    const connection = await new PrismaPg(pool(), { statementNameGenerator: statementName }).connect()
    const start = connection.startTransaction.bind(connection)
    connection.startTransaction = async (level) => {
      const { transaction, execute } = inTurn(await start(level))
      const begun = begunNow.getStore()
      if (begun) begun.execute ??= execute
      return transaction
    }
    return connection
  }
}

/** What Prisma ends a transaction with. */
const END = /^(?:commit|rollback)$/i

/** `execute` is for statements past Prisma, as long as the transaction is not over: then its connection is another's. */
function inTurn(transaction: Transaction): { transaction: Transaction; execute: Execute } {
  let last: Promise<unknown> = Promise.resolve()
  let isOver = false
  const takeTurn = <Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) => {
    return (query: Asked): Promise<Answer> => {
      const answer = last.then(() => ask(query))
      last = answer.catch(() => undefined)
      return answer
    }
  }
  const execute = takeTurn(transaction.executeRaw.bind(transaction))
  transaction.queryRaw = takeTurn(transaction.queryRaw.bind(transaction))
  transaction.executeRaw = (query) => {
    isOver ||= END.test(query.sql)
    return execute(query)
  }
  for (const end of ['commit', 'rollback'] as const) {
    const ended = transaction[end].bind(transaction)
    transaction[end] = () => {
      isOver = true
      return ended()
    }
  }
  return {
    transaction,
    execute: async (query) => {
      if (isOver) throw new Error('the transaction is over')
      return execute(query)
    },
  }
}

interface Handles {
  pool: pg.Pool
  prisma: PrismaClient
}
type Work = (tx: Tx) => Promise<void>
// A build may load this module more than once; a transaction of one copy is known to the others.
const globals = globalThis as unknown as {
  __assayDb?: Handles
  /** Kept where another pool takes the place of one that was ended, as in tests: it knows the statements that it has compiled. */
  __assayPrisma?: PrismaClient
  __assayKept?: WeakMap<object, Work[]>
  __assayBegun?: AsyncLocalStorage<{ execute: Execute | null }>
  __assayExecute?: WeakMap<object, Execute>
}
globals.__assayKept ??= new WeakMap()
const keptOf = globals.__assayKept
/** The transaction that is being begun, for the connection to leave there how it is asked. */
globals.__assayBegun ??= new AsyncLocalStorage()
const begunNow = globals.__assayBegun
globals.__assayExecute ??= new WeakMap()
const executeOf = globals.__assayExecute

/** So long a connection is waited for, and what every request asks first. */
const ANSWER_WITHIN_MS = 10_000
const MINUTE_MS = 60_000
/**
 * A statement that waits for what another transaction holds gives up this long before the limit of its own transaction. A transaction ends only once
 * its statement has: otherwise it would keep its rows, its connection and its request for as long as the other one takes.
 */
const EARLIER_MS = 10_000

/**
 * Statements are not compiled to machine code, which some installations of PostgreSQL do by themselves: compiling costs more than what the
 * statements of pages and of saves take, and those of large projects look dear enough for it.
 */
const OF_EVERY_CONNECTION = `set lock_timeout = ${MINUTE_MS - EARLIER_MS}; set jit = off`

/** One pool for Prisma, raw SQL and the inline worker; it survives development reloads. */
function handles(): Handles {
  if (globals.__assayDb) return globals.__assayDb
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    // A worker adds one for each of its lanes.
    max: env().ASSAY_POOL,
    // Each holds some 10 MB in PostgreSQL; those that were needed for a moment only are closed. One stays, with the plans of what is asked most: who
    // thinks for a while between two answers would wait for both anew.
    min: 1,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    application_name: 'assay',
    // Of every new connection, before anybody has it, so that a transaction of a minute need not ask for it. Not as a parameter of the connection's start,
    // which poolers such as PgBouncer refuse.
    verify: (client, done) => client.query(OF_EVERY_CONNECTION, (error) => done(error ?? undefined)),
  })
  pool.on('error', (error) => log.warn('idle database connection lost', { error: error.message }))
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn('database connection', { error: error.message })),
  )
  globals.__assayPrisma ??= new PrismaClient({ adapter: new AdapterInTurn(pool) })
  globals.__assayDb = { pool, prisma: globals.__assayPrisma }
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

const leastMinutes = new AsyncLocalStorage<number>()

/**
 * Runs `work` in one transaction (read committed); whatever it throws rolls everything back, but for what `keepThoughRefused` names. It
 * may take a minute unless `minutes` or `withLongTransactions` says otherwise, and wait for a connection so long. What it waits for that another
 * transaction holds, it waits for a little shorter (`isDatabaseTrouble`).
 */
export async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  minutes = 1,
  waitMs: number = ANSWER_WITHIN_MS,
): Promise<T> {
  const least = leastMinutes.getStore() ?? 0
  const timeout = Math.max(minutes, least) * MINUTE_MS
  const limits = { maxWait: Math.max(waitMs, least * MINUTE_MS), timeout }
  const lastingWork: Work[] = []
  const begun: { execute: Execute | null } = { execute: null }
  const begin = () =>
    prisma().$transaction(async (tx) => {
      keptOf.set(tx, lastingWork)
      if (begun.execute) executeOf.set(tx, begun.execute)
      if (timeout > MINUTE_MS)
        await tx.$executeRaw`select set_config('lock_timeout', ${String(timeout - EARLIER_MS)}, true)`
      return work(tx)
    }, limits)
  try {
    return await begunNow.run(begun, begin)
  } catch (error) {
    // Before anybody is answered: what the refusal tells is written down, or another error takes its place.
    if (lastingWork.length > 0)
      await prisma().$transaction(async (tx) => {
        for (const again of lastingWork) await again(tx)
      }, limits)
    throw error
  }
}

/** Runs `work`, which only reads, in one transaction that sees everything as it was at one moment (repeatable read). It may take `minutes`. */
export const atOneMoment = <T>(work: (tx: Tx) => Promise<T>, minutes = 1): Promise<T> =>
  prisma().$transaction(work, {
    isolationLevel: 'RepeatableRead',
    maxWait: ANSWER_WITHIN_MS,
    timeout: minutes * MINUTE_MS,
  })

/**
 * Does `work` in the transaction, and once more in one of its own where that is rolled back: a refusal too tells something, and that
 * it was read must stay written down.
 */
export async function keepThoughRefused(tx: Tx, work: (tx: Tx) => Promise<void>): Promise<void> {
  keptOf.get(tx)?.push(work)
  await work(tx)
}

/**
 * Executes a statement of the transaction whose values are texts by the megabyte, and returns how many rows it changed. Prisma writes the
 * values of raw SQL as JSON and reads them again; here they go to the connection as they are, in its turn.
 */
export async function executeLarge(tx: Tx, { text, values }: Prisma.Sql): Promise<number> {
  const execute = executeOf.get(tx)
  if (!execute) return tx.$executeRawUnsafe(text, ...values)
  return execute({ sql: text, args: values, argTypes: values.map(() => ({ scalarType: 'string', arity: 'scalar' })) })
}

/**
 * Gives every transaction of `work` so many minutes at least, and as long to get a connection: for work whose result nobody waits for,
 * such as making the demo data on a slow machine.
 */
export const withLongTransactions = <T>(minutes: number, work: () => Promise<T>): Promise<T> =>
  leastMinutes.run(minutes, work)
