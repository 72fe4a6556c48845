import 'server-only'
import type { SaveChange } from '@/lib/annotation/annotations/contract'
import { pool } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { sameExactly } from '@/lib/protocols/same-value'

/** How a value came about, as a label says it; `carried` and `imported` among it. */
export interface Cause {
  origin: string
  suggestionId: string | null
}

/** What the event log holds of a step at a place: the first change of it and the last. */
interface LoggedStep {
  unit: string
  question: string
  step: string
  first: { from: Json; was?: { origin: string; suggestionId?: string } } | null
  last: { to: Json; origin: string; suggestionId?: string } | null
}

/**
 * Where the values come from that undo and redo bring back: what was before a step, or what the step led to, as the event
 * log has it. null for a change that restores nothing the log knows: it is a change like any other.
 */
export async function restoredCauses(
  annotationId: string,
  changes: readonly SaveChange[],
): Promise<(change: SaveChange) => Cause | null> {
  const marked = changes.flatMap((change) =>
    change.step && change.step.way !== 'do' ? [{ ...change, ...change.step }] : [],
  )
  if (marked.length === 0) return () => null
  const { rows } = await pool().query<LoggedStep>({
    name: 'restored-causes',
    text: RESTORED_CAUSES,
    values: [
      annotationId,
      marked.map(({ unit }) => unit),
      marked.map(({ question }) => question),
      marked.map(({ id }) => id),
    ],
  })
  const rowByKey = new Map(rows.map((row) => [keyOf(row.unit, row.question, row.step), row]))
  return ({ unit, question, value, step }) => {
    if (!step || step.way === 'do') return null
    const row = rowByKey.get(keyOf(unit, question, step.id))
    if (!row) return null
    if (step.way === 'undo') return row.first?.was && sameExactly(row.first.from, value) ? causeOf(row.first.was) : null
    return row.last && sameExactly(row.last.to, value) ? causeOf(row.last) : null
  }
}

const causeOf = ({ origin, suggestionId }: { origin: string; suggestionId?: string }): Cause | null =>
  origin === 'suggestion' && !suggestionId ? null : { origin, suggestionId: suggestionId ?? null }

const keyOf = (...place: string[]) => JSON.stringify(place)

/**
 * By annotation and the units, questions and steps that are asked for. The log is read once, however many there are.
 * A step without a name in it has that of its place; what is called by its former name, in the
 * log or by who asks, is the same step.
 */
export const RESTORED_CAUSES = `
  with saved as materialized (
    select e.id, e.data, e.data->>'unit' unit, e.data->>'question' question, e.data->'step'->>'id' mark,
      e.data->'step'->>'way' way, row_number() over (order by e.id) place
    from events e where e.annotation_id = $1::uuid and e.type = 'answer.saved'
  ), nameless as (
    select 'n' || place name, 'e' || id former from saved where mark is null
  ), named as (
    select s.*, case when s.mark is null then 'n' || s.place when s.way = 'do' then coalesce(n.name, s.mark) end step
    from saved s left join nameless n on n.former = s.mark
  ), wanted as (
    select distinct w.*, coalesce(n.name, w.asked) step
    from unnest($2::text[], $3::text[], $4::text[]) w(unit, question, asked) left join nameless n on n.former = w.asked)
  select w.unit, w.question, w.asked step, (jsonb_agg(s.data order by s.id))->0 "first", (jsonb_agg(s.data order by s.id))->-1 "last"
  from named s join wanted w using (unit, question, step)
  group by w.unit, w.question, w.asked`
