import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import type { Tx } from '@/lib/platform/server/db'
import type { ItemLabel, Json } from '@/lib/protocols/protocol'
import { type LabelGold, type LabelSources, labelSources } from './contradictions'

/** Items read at a time: memory holds no more, however long the project. */
const BATCH = 200

/** A latest override as it is stored. */
export interface OverrideRow {
  version: number
  value: Json
  reason: string
  by: string
  at: string
}

/** An item with gold, without the gold: which it is, what speaks of its label, and what was decided of that. */
export interface Head {
  id: string
  position: number
  title: string
  /** The current gold of its stages, in their order. */
  goldIds: string[]
  /** null while the stage that the label follows from is not gold. */
  label: (LabelSources & { goldAt: Date }) | null
  override: OverrideRow | null
}

interface HeadRow extends Omit<Head, 'label'> {
  record: string | null
  rollUp: LabelGold['rollUp'] | null
  origin: LabelGold['origin'] | null
  goldAt: Date | null
}

/** Which items: those behind a position, those up to one, those at these positions. */
export interface Places {
  after?: number
  until?: number
  only?: readonly number[]
}

/** Every item of a project with gold in any stage, in order and in batches; discarded ones are left out. */
export async function* headBatches(
  tx: Tx,
  projectId: string,
  itemLabel: ItemLabel | undefined,
  { after = 0, until, only, batch = BATCH }: Places & { batch?: number } = {},
): AsyncGenerator<Head[], void> {
  const upTo = until === undefined ? Prisma.empty : Prisma.sql`and t.position <= ${until}`
  const among = only === undefined ? Prisma.empty : Prisma.sql`and t.position = any(${[...only]}::int[])`
  for (let last = after; ; ) {
    const rows = await tx.$queryRaw<HeadRow[]>`
      select i.id, i.position, i.title, ${latestOverride} "override", stages."goldIds",
             l.roll_up "rollUp", l.origin::text "origin", l.created_at "goldAt",
             case when l.origin = 'imported' and ${itemLabel?.stored !== undefined} then i.record end "record"
      -- Those with gold first: items without any may be most of a project.
      from (
        select distinct t.position, t.item_id from tasks t join items d on d.id = t.item_id and d.discarded_at is null
        where t.project_id = ${projectId}::uuid and t.state = 'gold' and t.position > ${last} ${upTo} ${among}
        order by t.position limit ${batch}) due
      join items i on i.id = due.item_id
      join lateral (
        select array_agg(g.id::text order by s.position) "goldIds"
        from tasks t join stages s on s.id = t.stage_id join golds g on g.task_id = t.id and g.superseded_at is null
        where t.item_id = i.id and t.state = 'gold') stages on stages."goldIds" is not null
      left join lateral (
        select g.* from tasks t join stages s on s.id = t.stage_id and s.key = ${itemLabel?.stage ?? ''}
        join golds g on g.task_id = t.id and g.superseded_at is null
        where t.item_id = i.id and t.state = 'gold') l on true
      order by i.position`
    const end = rows.at(-1)
    if (!end) return
    yield rows.map((row) => present(row, itemLabel))
    last = end.position
  }
}

/** The latest override of the item `i`, taken back or not. */
const latestOverride = Prisma.sql`
  (select jsonb_build_object('version', o.version, 'value', o.value, 'reason', o.reason, 'by', p.name, 'at', o.created_at)
   from roll_up_overrides o join users p on p.id = o.user_id
   where o.item_id = i.id order by o.version desc limit 1)`

function present({ record, rollUp, origin, goldAt, ...head }: HeadRow, itemLabel: ItemLabel | undefined): Head {
  if (!itemLabel || !rollUp || !origin || !goldAt) return { ...head, label: null }
  const sources = labelSources(itemLabel, { rollUp, origin }, () => (record === null ? null : parseStored(record)))
  return { ...head, label: { ...sources, goldAt } }
}
