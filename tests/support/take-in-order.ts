import { type Tx, transaction } from '@/lib/platform/server/db'
import { untilSomebodyWaits } from './until-somebody-waits'

/**
 * Does `work` while another transaction holds `first`, and returns what it comes to. Once it waits, `later` must be free: `later` is
 * taken without waiting, and fails where the work holds it already. Otherwise two such transactions could wait for each other.
 */
export async function takeInOrder<T>(
  { first, later }: Record<'first' | 'later', (tx: Tx) => Promise<unknown>>,
  work: () => Promise<T>,
): Promise<T> {
  let done: Promise<T> | undefined
  await transaction(async (tx) => {
    await first(tx)
    done = work()
    // Awaited below, so that its failure is the caller's.
    done.catch(() => {})
    await untilSomebodyWaits()
    await later(tx)
  })
  if (!done) throw new Error('the work has begun')
  return done
}

/** Holds a row for updating, and fails where there is none; `nowait` fails where somebody else holds it. */
export const holdRow =
  (table: string, where: string, id: string, nowait: 'nowait' | '' = '') =>
  async (tx: Tx) => {
    const sql = `select 1 from ${table} where ${where} = $1::uuid for update ${nowait}`
    const rows = await tx.$queryRawUnsafe<unknown[]>(sql, id)
    if (rows.length === 0) throw new Error(`there is nothing to hold in ${table}`)
  }

/** An account that is held, and removed while somebody waits for it. */
export const removalOf = (userId: string) => ({
  first: holdRow('users', 'id', userId),
  later: (tx: Tx) =>
    tx.user.update({ where: { id: userId }, data: { email: null, deactivatedAt: new Date(), removedAt: new Date() } }),
})

/** Takes a lock that is known by a name, at once or not at all. */
export const tryNamed = (name: string) => async (tx: Tx) => {
  const [taken] = await tx.$queryRaw<{ taken: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) "taken"`
  if (!taken?.taken) throw new Error(`“${name}” is held`)
}
