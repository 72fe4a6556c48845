import 'server-only'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pool } from '@/lib/platform/server/db'
import { binaryRows, type Field } from './binary-rows'
import { joinSnapshot, openSnapshot } from './snapshot'

/** So many bytes are taken from a connection ahead of what is used of them. */
const AHEAD_BYTES = 1_000_000
/** Connections take turns after so many positions: of the other one's rows, that many have to wait in its buffers. */
const BLOCK = 64
/** A second connection is taken while at most this part of the pool is in use: the first one, and those that wait for jobs, are among it. */
const IN_USE = 1 / 2

/** A statement with `$1`, `$2` and so on in the place of texts. */
export interface Statement {
  text: string
  values: readonly (string | null)[]
}

/**
 * The rows of a query about `items i`, of which the first field is the item's position and the order is that of positions; as bytes, some at a time
 * and never all at once, and inside of `inSnapshot` of its moment. The database goes on while they are used, as far as its connection holds. For rows of
 * which most go on as they came: nothing decodes them. `statement` is given a condition, which it adds to its own.
 *
 * Where there are many, and enough connections are free, two of them work at once, each at every other block of positions over one snapshot (docs/decisions/150).
 * The end of the reading, for whatever reason, frees what it has taken.
 */
export async function* copyRows(statement: (only: string) => Statement, isLong: boolean): AsyncGenerator<Field[][]> {
  const clients = [await pool().connect()]
  let isFinished = false
  try {
    const [first] = clients
    if (!first) return
    const id = (await joinSnapshot(first)) ?? (await openSnapshot(first))
    const second = isLong ? await findSecond() : null
    if (second) {
      clients.push(second)
      await joinSnapshot(second, id)
    }
    // It is one statement for as long as somebody downloads: a limit for statements, as databases of others have one, is not meant for that.
    for (const client of clients) await client.query('set local statement_timeout = 0')
    if (second) {
      yield* inOrder(
        clients.map((client, place) =>
          copied(client, statement(`(i.position / ${BLOCK}) % ${clients.length} = ${place}`)),
        ),
      )
    } else yield* copied(first, statement('true'))
    for (const client of clients) await client.query('commit')
    isFinished = true
  } finally {
    // A connection with unread rows is closed, not given back.
    for (const client of clients) client.release(!isFinished)
  }
}

/** Another connection, if it is there to be had: nobody who has one waits for a second, since two who did could wait for each other. */
async function findSecond(): Promise<PoolClient | null> {
  const { totalCount, idleCount, waitingCount, options } = pool()
  if (waitingCount > 0 || totalCount - idleCount > options.max * IN_USE) return null
  return pool()
    .connect()
    .catch(() => null)
}

/** COPY takes no parameters: they are written into the statement, whose own literals hold no "$". */
const withLiterals = (client: PoolClient, { text, values }: Statement) =>
  text.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (value === undefined) throw new Error(`the statement has no value ${place}`)
    return value === null ? 'null' : client.escapeLiteral(value)
  })

function copied(client: PoolClient, statement: Statement): AsyncGenerator<Field[][]> {
  const copy = copyTo(`copy (${withLiterals(client, statement)}) to stdout (format binary)`, {
    highWaterMark: AHEAD_BYTES,
  })
  // Where nobody reads any more, the end of its connection concerns nobody.
  copy.on('error', () => {})
  return binaryRows(client.query(copy))
}

const positionOf = (row: Field[] | undefined) => row?.[0]?.readInt32BE() ?? Number.POSITIVE_INFINITY

/** What is left of a batch of rows, and where the next one comes from. */
interface Part {
  rows: Field[][]
  batches: AsyncGenerator<Field[][]>
}

/** Rows of several sources in the order of their positions, where each source has them in that order. All of them work from the start. */
async function* inOrder(sources: AsyncGenerator<Field[][]>[]): AsyncGenerator<Field[][]> {
  const next = async (batches: Part['batches']): Promise<Part> => ({
    rows: (await batches.next()).value ?? [],
    batches,
  })
  let parts = await Promise.all(sources.map(next))
  for (;;) {
    const [first, other] = parts.toSorted((a, b) => positionOf(a.rows[0]) - positionOf(b.rows[0]))
    if (!first || first.rows.length === 0) return
    const end = positionOf(other?.rows[0])
    const behind = first.rows.findIndex((row) => positionOf(row) > end)
    const cut = behind === -1 ? first.rows.length : behind
    yield first.rows.slice(0, cut)
    const rest = cut < first.rows.length ? { ...first, rows: first.rows.slice(cut) } : await next(first.batches)
    parts = parts.map((part) => (part === first ? rest : part))
  }
}
