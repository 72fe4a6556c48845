import 'server-only'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import type { Proposal } from '@/lib/protocols/prefill'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** What a run proposed for one item. */
export interface ProposedItem {
  position: number
  units: UnitDraft[]
  /** In the order in which they were made. */
  proposals: Proposal[]
}

// Units that newer gold has retired keep their keys, so that proposals for them find what stands there now.
const PROPOSED = `
  select i.position, (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('key', u.key, 'kind', u.kind, 'text', u.text, 'parent', u.parent_key))
        || case when u.data is null then '{}' else jsonb_build_object('data', u.data) end order by u.position), '[]')
      from units u where u.task_id = t.id and u.maker_id is null and u.retired_round is null) "units",
    p.proposals
  from (
    select x.task_id, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('unit', u.key, 'question', x.question, 'score', x.score))
      || jsonb_build_object('value', x.value) order by x.created_at, x.id) "proposals"
    from suggestions x join units u on u.id = x.unit_id where x.run_id = $1 group by x.task_id
    union all
    select task_id, proposals from run_items where run_id = $1 and proposals <> '[]') p
  join tasks t on t.id = p.task_id join items i on i.id = t.item_id
  order by i.position`

/** Every item that a run proposed something for, in order. */
export async function* readRun(runId: string): AsyncGenerator<ProposedItem> {
  for await (const rows of cursorRows<ProposedItem>(PROPOSED, [runId])) yield* rows
}
