import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { removeOld } from '@/lib/platform/jobs/remove-old'
import type { Tx } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'

interface Page {
  id: string
  fetchedAt: Date
}
const FIRST: Page = { id: '00000000-0000-0000-0000-000000000000', fetchedAt: new Date(0) }

/**
 * Forgets copies of pages after ASSAY_KEEP_PAGES_DAYS. Kept are those that somebody has quoted, and those whose passages a run gave an item as
 * evidence: an answer may cite them. A run goes through the old pages once, oldest first, a batch in each transaction, and asks of each batch
 * alone who cites it.
 */
export function forgetPages(days = env().ASSAY_KEEP_PAGES_DAYS): Promise<number> {
  let last = FIRST
  return removeOld({
    what: 'page copies',
    days,
    async remove(tx, before, most) {
      const pages = await readOldPages(tx, { last, before, most })
      last = pages.at(-1) ?? last
      const cited = await tx.$queryRaw<{ id: string }[]>(citedAmong(pages.map(({ id }) => id)))
      const citedIds = new Set(cited.map(({ id }) => id))
      const forgotten = pages.flatMap(({ id }) => (citedIds.has(id) ? [] : [id]))
      const count = await tx.$executeRaw`delete from page_snapshots where id = any(${forgotten}::uuid[])`
      return { count, more: pages.length === most }
    },
  })
}

/** Held, so that nobody quotes one meanwhile; those that somebody quotes or another process removes are passed over. */
const readOldPages = (tx: Tx, { last, before, most }: { last: Page; before: Date; most: number }): Promise<Page[]> =>
  tx.$queryRaw<Page[]>`
    select id, fetched_at "fetchedAt" from page_snapshots
    where fetched_at < ${before} and (fetched_at, id) > (${last.fetchedAt}, ${last.id}::uuid)
    order by fetched_at, id limit ${most} for update skip locked`

/** Those of the pages that somebody cites: two look-ups by index, whose cost is that of the pages named and of who cites them. */
export const citedAmong = (ids: readonly string[]): Prisma.Sql => Prisma.sql`
  select data ->> 'snapshotId' "id" from events
  where type = 'search.quoted' and data ->> 'snapshotId' = any(${[...ids]}::text[])
  union
  select found #>> '{}' from found_evidence f, jsonb_path_query(f.entry, '$.**.snapshot') found
  where jsonb_path_query_array(f.entry, '$.**.snapshot') ?| ${[...ids]}::text[]`
