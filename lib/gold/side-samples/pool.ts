/** What an audit can be drawn from: the records that the gold of a project brings for it. */
import 'server-only'
import { readGolds } from '@/lib/gold/checks/queries'
import { originalOf } from '@/lib/platform/foreign/records/stored-source'
import type { Tx } from '@/lib/platform/server/db'
import type { Audit, Json } from '@/lib/protocols/protocol'

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

/** Items that are gold in every stage, neither stale nor discarded, in order; not those of a held-out split, whose gold a sample would tell. */
function eligibleItems(tx: Tx, projectId: string, after: number, limit: number): Promise<Eligible[]> {
  return tx.$queryRaw<Eligible[]>`
    select i.id, i.position, i.external_id "externalId", i.shown_domain "shownDomain", i.shown_source "shownSource", i.escaped
    from items i
    where i.project_id = ${projectId}::uuid and i.discarded_at is null and i.position > ${after}
      and not exists (select 1 from held_out_items h join held_out_splits d on d.project_id = h.project_id and d.opened_at is null
                      where h.item_id = i.id)
      and not exists (
      select 1 from stages s
      left join tasks t on t.stage_id = s.id and t.item_id = i.id and t.state = 'gold' and not t.stale
      where s.project_id = i.project_id and t.id is null)
    order by i.position limit ${limit}`
}

/** All places of an audit's records, in the order of items; of at most `most` items where that is said. */
export async function readPool(
  tx: Tx,
  projectId: string,
  audit: Pick<Audit, 'records'>,
  most = Number.POSITIVE_INFINITY,
): Promise<{ places: RecordPlace[]; isAll: boolean }> {
  const places: RecordPlace[] = []
  let readCount = 0
  for (let after = 0; ; ) {
    const items = await eligibleItems(tx, projectId, after, AT_ONCE)
    for (const { itemId, records } of await recordsOf(tx, audit, items))
      places.push(...records.map((_, index) => ({ itemId, index })))
    readCount += items.length
    after = items.at(-1)?.position ?? after
    if (items.length < AT_ONCE) return { places, isAll: true }
    if (readCount >= most) return { places, isAll: (await eligibleItems(tx, projectId, after, 1)).length === 0 }
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
    for (const { itemId, records } of await recordsOf(tx, audit, items)) found.set(itemId, records)
  }
  return places.map(({ itemId, index }) => {
    const record = found.get(itemId)?.[index]
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw new Error(`item ${itemId} brings no record number ${index + 1}`)
    return record
  })
}

async function recordsOf(tx: Tx, audit: Pick<Audit, 'records'>, items: readonly Eligible[]) {
  const golds = await readGolds(
    tx,
    items.map(({ id }) => id),
  )
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
