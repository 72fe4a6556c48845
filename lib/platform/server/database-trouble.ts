/** Whether it is the database that failed, not what was asked of it: the same asked again may well succeed. */
import { z } from 'zod'

/** Classes of SQLSTATE (PostgreSQL 18, appendix A): connection, rollback, resources (a full disk), operator, system. */
const CLASSES = ['08', '40', '53', '57', '58']
/** Another transaction held what was asked for longer than it may be waited for (`lock_timeout`). */
const HELD_TOO_LONG = '55P03'
/** Of these classes, but the question's own fault: it took longer than it may. */
const OWN_FAULT = '57014'
/** Prisma's: not reachable, timed out, closed, no connection free, transaction not begun or gone, conflict, too many. */
const PRISMA = ['P1001', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']
/** The driver adapter's, which carry no code where SQL of one's own failed. */
const ADAPTER = [
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]
const SOCKET = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE']
const BROKEN =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|client has encountered a connection error/i
/** Prisma's words for a transaction that took longer than it may, and for one of those when it has forgotten that. */
const OWN_LIMIT = /timeout for this transaction|transaction not found/i
/** More temporary files than one may have. */
const TOO_MUCH = '53400'
/** A statement with more values than there can be. A pooler, such as PgBouncer, ends connections (FATAL) with it where the database is away. */
const WRONG_MESSAGE = '08P01'

const errorSchema = z.object({
  code: z.string().catch(''),
  message: z.string().catch(''),
  syscall: z.string().catch(''),
  kind: z.string().catch(''),
  cause: z.unknown().optional(),
  severity: z.string().catch(''),
  // Of a driver adapter, and of Prisma where SQL of one's own failed.
  originalCode: z.string().catch(''),
  meta: z.object({ driverAdapterError: z.unknown().optional() }).optional().catch(undefined),
  // Of a name with several addresses, such as localhost, none of which answered.
  errors: z.array(z.unknown()).catch([]),
})

type Thrown = z.output<typeof errorSchema>

/** Did the database fail, by anything that Prisma, its adapter or the driver throws? */
export const isDatabaseTrouble = (thrown: unknown): boolean => isSomewhere(thrown, isTroubled)

/**
 * Was the work ended by what befell the database, such as a restart or a full disk? Then it says nothing about the work. Not where it waited for other
 * transactions, met what they changed, took longer or more than it may: that may come again each time.
 */
export const isDatabaseInterruption = (thrown: unknown): boolean =>
  isDatabaseTrouble(thrown) && !isSomewhere(thrown, isOwnDoing)

function isSomewhere(thrown: unknown, holds: (error: Thrown) => boolean): boolean {
  const { data: error } = errorSchema.safeParse(thrown)
  if (!error) return false
  return (
    holds(error) || [error.meta?.driverAdapterError, error.cause, ...error.errors].some((at) => isSomewhere(at, holds))
  )
}

const isTroubled = ({ code, message, syscall, kind, originalCode }: Thrown): boolean =>
  PRISMA.includes(code) ||
  ADAPTER.includes(kind) ||
  BROKEN.test(message) ||
  (syscall !== '' && SOCKET.includes(code)) ||
  [code, originalCode].some(isTroubledState)

const isOwnDoing = ({ code, message, kind, severity, originalCode }: Thrown): boolean =>
  code === 'P2034' ||
  kind === 'TransactionWriteConflict' ||
  OWN_LIMIT.test(message) ||
  [code, originalCode].some(
    (state) =>
      state === HELD_TOO_LONG ||
      state === TOO_MUCH ||
      (state === WRONG_MESSAGE && severity !== 'FATAL') ||
      /^40[0-9A-Z]{3}$/.test(state),
  )

/** The SQLSTATE of what the driver has thrown, '' without one. */
export function stateOf(thrown: unknown): string {
  const { data: error } = errorSchema.safeParse(thrown)
  return error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : ''
}

const isTroubledState = (state: string): boolean =>
  state === HELD_TOO_LONG || (/^[0-9A-Z]{5}$/.test(state) && state !== OWN_FAULT && CLASSES.includes(state.slice(0, 2)))
