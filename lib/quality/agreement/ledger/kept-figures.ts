/** Figures that took long to compute, kept with the version of the data that they were made from. */
import 'server-only'
import type { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import { atOneMoment, prisma, type Tx } from '@/lib/platform/server/db'
import { isSameProgram, type LedgerState } from './refresh-ratings'

export interface KeptKey {
  projectId: string
  key: string
  version: string
  /** When the data were read (`readMoment`): what was read before never replaces what was read after. Left out: now, once they are kept. */
  readAt?: Date
}

/** What was kept of exactly this version, if it still reads as `schema` says. */
export async function findKept<T>(
  { projectId, key, version }: KeptKey,
  schema: z.ZodType<T>,
  tx: Tx = prisma(),
): Promise<T | null> {
  const row = await tx.keptFigures.findUnique({ where: { projectId_key: { projectId, key } } })
  if (row?.version !== version) return null
  const read = schema.safeParse(row.body)
  return read.success ? read.data : null
}

/** What was kept last, of whatever version. Who shows it says of which state it is, and asks `isStillKnown` first. */
export async function findLastKept<T>(
  { projectId, key }: Omit<KeptKey, 'version'>,
  schema: z.ZodType<T>,
  tx: Tx = prisma(),
): Promise<{ version: string; body: T } | null> {
  const row = await tx.keptFigures.findUnique({ where: { projectId_key: { projectId, key } } })
  const read = schema.safeParse(row?.body)
  return row && read.success ? { version: row.version, body: read.data } : null
}

/**
 * May figures of an earlier version be shown, said to be earlier? Not where a task has left the ledger since, sent back or discarded: its answers
 * may be hidden again. Then every task that they count is still counted today.
 */
export const isStillKnown = (
  kept: { version: string; departures: number },
  ledger: Pick<LedgerState, 'departures' | 'gone'>,
): boolean => isSameProgram(kept.version) && ledger.gone === 0 && kept.departures === ledger.departures

/** The moment of a snapshot, by the database's clock: the first thing that is asked in it. */
export async function readMoment(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`select statement_timestamp() at`
  if (!row) throw new Error('a select without a table has one row')
  return row.at
}

/** Keeps figures in the place of those of another version, unless those were read later. */
export async function keepFigures({ projectId, key, version, readAt }: KeptKey, body: object): Promise<void> {
  const text = JSON.stringify(body)
  const at = readAt ? Prisma.sql`${readAt}::timestamptz` : Prisma.sql`now()`
  await prisma().$executeRaw`
    insert into kept_figures (project_id, key, version, body, at)
    values (${projectId}::uuid, ${key}, ${version}, ${text}::jsonb, ${at})
    on conflict (project_id, key) do update set version = excluded.version, body = excluded.body, at = excluded.at
    where kept_figures.at <= excluded.at`
}

/** What was kept of this version, else computed now and kept. */
export async function keptFigures<T extends object>(
  keptKey: KeptKey,
  schema: z.ZodType<T>,
  compute: () => Promise<T>,
): Promise<T> {
  const cachedFigures = await findKept(keptKey, schema)
  if (cachedFigures) return cachedFigures
  const body = await compute()
  await keepFigures(keptKey, body)
  return body
}

/**
 * What was kept of this version, else computed of what `read` finds at one moment, and kept under the version of that moment, which `read` tells:
 * whatever others write meanwhile, figures are those of the version that they are kept under, which is returned with them.
 */
export async function keptOfOneMoment<Rows, T extends object>(
  keptKey: KeptKey,
  schema: z.ZodType<T>,
  read: (tx: Tx) => Promise<{ version: string; rows: Rows }>,
  compute: (rows: Rows) => Promise<T>,
): Promise<{ version: string; body: T }> {
  const cachedFigures = await findKept(keptKey, schema)
  if (cachedFigures) return { version: keptKey.version, body: cachedFigures }
  const { readAt, version, rows } = await atOneMoment(async (tx) => ({
    readAt: await readMoment(tx),
    ...(await read(tx)),
  }))
  const body = await compute(rows)
  await keepFigures({ ...keptKey, version, readAt }, body)
  return { version, body }
}
