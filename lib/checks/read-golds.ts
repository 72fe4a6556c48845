import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { parseStored } from '@/lib/imports/queries'
import type { Answers, EarlierGold, GoldRecord, Json, UnitDraft } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import type { LabelGold } from './contradictions'

/** Items read at a time: memory holds no more, however long the project. */
const BATCH = 100

/** A latest override as it is stored. */
export interface OverrideRow {
  version: number
  value: Json
  reason: string
  by: string
  at: string
}

interface StageRow extends LabelGold {
  goldId: string
  goldAt: string
  answers: Answers
  units: { key: string; kind: string; text: string; parent: string | null; data: Json }[] | null
}

interface Row {
  id: string
  position: number
  title: string
  record: string
  content: Json
  stages: Record<string, StageRow>
  override: OverrideRow | null
}

/** An item with its gold, and what was decided of its label. */
export interface GoldItem {
  id: string
  position: number
  title: string
  gold: GoldRecord
  rollUps: Readonly<Record<string, LabelGold & { goldAt: string; goldId: string }>>
  override: OverrideRow | null
}

/** Every item of a project with gold in any stage, behind a position, in order; discarded ones are left out. */
export async function* goldItems(tx: Tx, projectId: string, after = 0, batch = BATCH): AsyncGenerator<GoldItem> {
  for (let last = after; ; ) {
    const rows = await tx.$queryRaw<Row[]>`
      select i.id, i.position, i.title, i.record, i.content, ${latestOverride} "override",
        (select jsonb_object_agg(s.key, jsonb_build_object(
           'goldId', g.id, 'rollUp', g.roll_up, 'origin', g.origin, 'goldAt', g.created_at, 'answers', g.answers,
           'units', (select jsonb_agg(jsonb_build_object('key', u.key, 'kind', u.kind, 'text', u.text,
                            'parent', u.parent_key, 'data', u.data) order by u.position)
                     from units u where u.task_id = t.id and u.maker_id is null and u.since_round <= g.round
                       and (u.retired_round is null or u.retired_round > g.round))))
         from tasks t join stages s on s.id = t.stage_id
         join golds g on g.task_id = t.id and g.superseded_at is null
         where t.item_id = i.id and t.state = 'gold') "stages"
      from items i
      where i.project_id = ${projectId}::uuid and i.discarded_at is null and i.position > ${last}
        and exists (select 1 from tasks t where t.item_id = i.id and t.state = 'gold')
      order by i.position limit ${batch}`
    for (const row of rows) yield present(row)
    const end = rows.at(-1)
    if (rows.length < batch || !end) return
    last = end.position
  }
}

/** The latest override of the item `i`, taken back or not. */
export const latestOverride = Prisma.sql`
  (select jsonb_build_object('version', o.version, 'value', o.value, 'reason', o.reason, 'by', p.name, 'at', o.created_at)
   from roll_up_overrides o join users p on p.id = o.user_id
   where o.item_id = i.id order by o.version desc limit 1)`

function present({ record, content, stages, ...item }: Row): GoldItem {
  const gold: EarlierGold = Object.fromEntries(
    Object.entries(stages).map(([key, { units, answers }]) => [key, { answers, units: (units ?? []).map(unitIn) }]),
  )
  return { ...item, rollUps: stages, gold: { source: parseStored(record), content, stages: gold } }
}

function unitIn({ parent, data, ...unit }: NonNullable<StageRow['units']>[number]): UnitDraft {
  return { ...unit, ...(parent === null ? {} : { parent }), ...(data === null ? {} : { data }) }
}
