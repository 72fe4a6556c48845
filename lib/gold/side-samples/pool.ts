/** What an audit can be drawn from: the records that the gold of a project brings for it. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { readGolds } from '@/lib/gold/checks/queries'
import { GOLD_PRINT } from '@/lib/gold/dataset/queries'
import { originalOf } from '@/lib/platform/foreign/records/stored-source'
import type { Tx } from '@/lib/platform/server/db'
import type { Audit, GoldRecord, Json } from '@/lib/protocols/protocol'

/** Raised whenever the same gold would bring other records. */
export const POOL_VERSION = 1

/** Gold of so many items is read at once. */
const AT_ONCE = 500

/** One record that can be drawn, by where it comes from. */
export interface RecordPlace {
  itemId: string
  /** Which of the item's records. */
  index: number
}

interface Eligible {
  id: string
  position: number
  externalId: string | null
  /** Those of the lead's own, where there are such, in the place of the record's: an audit is divided as its project is. */
  shownDomain: string | null
  shownSource: string | null
  escaped: boolean
}

/**
 * Items `i` of a project that are gold in every stage, neither stale nor discarded; not those of a held-out split, whose gold a sample would tell. From
 * the gold `f` of the last stage on, whose index is in the order of items: most of a project may not be gold.
 */
const eligible = (projectId: string): Prisma.Sql => Prisma.sql`
  tasks f join items i on i.id = f.item_id
  where f.stage_id = (select id from stages where project_id = ${projectId}::uuid order by position desc limit 1) and f.state = 'gold'
    and i.discarded_at is null
    and not exists (select 1 from held_out_items h join held_out_splits d on d.project_id = h.project_id and d.opened_at is null
                    where h.item_id = i.id)
    and not exists (
      select 1 from stages s
      left join tasks t on t.stage_id = s.id and t.item_id = i.id and t.state = 'gold' and not t.stale
      where s.project_id = i.project_id and t.id is null)`

/** Eligible items, in order. */
function eligibleItems(tx: Tx, projectId: string, after: number, limit: number): Promise<Eligible[]> {
  return tx.$queryRaw<Eligible[]>`
    select i.id, i.position, i.external_id "externalId", i.shown_domain "shownDomain", i.shown_source "shownSource", i.escaped
    from ${eligible(projectId)} and f.position > ${after} order by f.position limit ${limit}`
}

/**
 * How many items are eligible, counted up to `most`, and a print of them: the same as long as the same items are, and none of them nor their gold is
 * written.
 */
export async function readPoolPrint(
  tx: Tx,
  projectId: string,
  most: number,
): Promise<{ items: number; print: string }> {
  const [row] = await tx.$queryRaw<{ items: number; print: string }[]>`
    with first as materialized (
      select i.id from ${eligible(projectId)} order by f.position limit ${most})
    select (select count(*)::int from first) "items",
      (select coalesce(sum(${GOLD_PRINT}), 0)::text from first join items i on i.id = first.id
       join tasks t on t.item_id = i.id and t.state = 'gold' join golds g on g.task_id = t.id and g.superseded_at is null) "print"`
  return row ?? { items: 0, print: '' }
}

/** All places of each audit's records, in the order of items; of at most `most` items where that is said. The gold is read once for all. */
export async function readPools(
  tx: Tx,
  projectId: string,
  audits: readonly Pick<Audit, 'records'>[],
  most = Number.POSITIVE_INFINITY,
): Promise<{ pools: RecordPlace[][]; isAll: boolean }> {
  const pools = audits.map((): RecordPlace[] => [])
  let readCount = 0
  for (let after = 0; ; ) {
    const items = await eligibleItems(tx, projectId, after, AT_ONCE)
    const golds = await goldsOf(tx, items)
    for (const [at, audit] of audits.entries())
      for (const { itemId, records } of recordsOf(audit, items, golds))
        pools[at]?.push(...records.map((_, index) => ({ itemId, index })))
    readCount += items.length
    after = items.at(-1)?.position ?? after
    if (items.length < AT_ONCE) return { pools, isAll: true }
    if (readCount >= most) return { pools, isAll: (await eligibleItems(tx, projectId, after, 1)).length === 0 }
  }
}

/** The records at these places, in their order. */
export async function readPlaces(
  tx: Tx,
  audit: Pick<Audit, 'records'>,
  places: readonly RecordPlace[],
): Promise<{ [key: string]: Json }[]> {
  const ids = [...new Set(places.map(({ itemId }) => itemId))]
  const found = new Map<string, readonly Json[]>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const items = await tx.item.findMany({
      where: { id: { in: ids.slice(start, start + AT_ONCE) } },
      select: { id: true, position: true, externalId: true, shownDomain: true, shownSource: true, escaped: true },
    })
    for (const { itemId, records } of recordsOf(audit, items, await goldsOf(tx, items))) found.set(itemId, records)
  }
  return places.map(({ itemId, index }) => {
    const record = found.get(itemId)?.[index]
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw new Error(`item ${itemId} brings no record number ${index + 1}`)
    return record
  })
}

const goldsOf = (tx: Tx, items: readonly Eligible[]) =>
  readGolds(
    tx,
    items.map(({ id }) => id),
  )

function recordsOf(
  audit: Pick<Audit, 'records'>,
  items: readonly Eligible[],
  golds: ReadonlyMap<string, GoldRecord>,
): { itemId: string; records: Json[] }[] {
  return items.flatMap(({ id, externalId, shownDomain: domain, shownSource: source, escaped }) => {
    const gold = golds.get(id)
    if (!gold) return []
    // A record of its own in the audit: what was escaped here is escaped there as its own texts ask for.
    const records = audit
      .records(gold, { externalId, domain, source })
      .map((auditRecord) => originalOf({ escaped }, auditRecord))
    return [{ itemId: id, records }]
  })
}
