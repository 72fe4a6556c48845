import 'server-only'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { pool } from '@/lib/platform/server/db'
import type { Protocol } from '@/lib/protocols/protocol'
import type { LabelArm } from './contract'

/** Labels of one item with one value, in one arm of one question. */
export interface CountRow {
  stage: string
  unitKind: string
  question: string
  position: number
  arm: LabelArm
  randomised: boolean
  /** Of choices; null elsewhere. */
  value: string | null
  /** Of choices: is the suggestion what gold says without this annotator's own answer? null where there is no such gold. */
  right: boolean | null
  labels: number
  agreed: number
  accepted: number
  changed: number
  towards: number
}

/** Annotations in one arm of one question. */
export interface TimeRow {
  stage: string
  unitKind: string
  question: string
  arm: LabelArm
  annotations: number
  /** Active seconds: quartiles and median over annotations that report any; null where none does. */
  low: number | null
  median: number | null
  high: number | null
}

/** By stage, kind of unit and question: its form, and of lists the question that is an entry's text. */
function formsOf({ stages }: Protocol) {
  return Object.fromEntries(
    stages.map((stage) => [
      stage.key,
      Object.fromEntries(
        stage.questions.map(({ unit, key, form, list }) => [`${unit} ${key}`, { form, text: list?.text ?? null }]),
      ),
    ]),
  )
}

export interface AnchoringCounts {
  counts: CountRow[]
  times: TimeRow[]
  /** The tasks whose answers are counted. */
  taskIds: string[]
}

/** Counts per item of a project's revealed tasks; `run`: compares with its suggestions only. */
export async function readCounts(projectId: string, protocol: Protocol, run: string | null): Promise<AnchoringCounts> {
  const values = [projectId, run, JSON.stringify(formsOf(protocol))]
  const { rows } = await pool().query<AnchoringCounts>(ASKED, values)
  return rows[0] ?? { counts: [], times: [], taskIds: [] }
}

// What a list says are the texts of its entries, in any order; a text is compared without outer blanks.
const AGREES = `case f.form
  when 'list' then (
    select array_agg(btrim(x.value #>> '{}') order by btrim(x.value #>> '{}'))
    from jsonb_array_elements(case jsonb_typeof(said.value) when 'array' then said.value else '[]' end) entry
    join units xu on xu.task_id = t.id and xu.key = entry ->> 'key'
    join labels x on x.annotation_id = n.id and x.unit_id = xu.id and x.question = f.text)
    is not distinct from (
    select array_agg(btrim(seed -> 'values' ->> f.text) order by btrim(seed -> 'values' ->> f.text))
    from jsonb_array_elements(case jsonb_typeof(c.value) when 'array' then c.value else '[]' end) seed)
  when 'text' then btrim(said.value #>> '{}') = btrim(c.value #>> '{}')
  else said.value = c.value end`

// As beside annotators everywhere (docs/decisions/043): what a third person settled stays, everything else is what more than half of
// the other independent annotators of round 1 chose.
const GOLD = `
    left join lateral (
      select case when f.form <> 'choice' then null
        when g.origin = 'imported' or exists (
          select 1 from resolutions w where w.task_id = t.id and w.round = g.round and w.unit_id = u.id and w.question = c.question
            and w.how in ('lane', 'edited', 'imported')
            and not exists (select 1 from annotations m where m.task_id = t.id and m.user_id = w.resolved_by_id))
        then nullif(g.answers -> u.key -> c.question, 'null')
        else (select a.value from (
                select y.value, count(*) times, sum(count(*)) over () total from annotations m
                join labels y on y.annotation_id = m.id and y.unit_id = u.id and y.question = c.question and y.value <> 'null'
                where m.task_id = t.id and m.id <> n.id and m.round = 1 and m.state = 'submitted' and m.independent
                group by y.value) a where a.times * 2 > a.total) end "value"
      from golds g where g.task_id = t.id and t.state = 'gold' and g.superseded_at is null and g.votes is null
        and g.answers -> u.key -> c.question is not null) gold on true`

// One suggestion a place. A label of arm hidden that was written again after the suggestion was given counts as what it
// said when it was given: the last answer saved by then.
const COUNTED = `
  with chosen as materialized (
    select distinct on (g.unit_id, g.question) g.task_id, g.unit_id, g.question, g.value, g.created_at
    from suggestions g join tasks t on t.id = g.task_id
    where t.project_id = $1::uuid and t.state in (${REVEALED_SQL}) and ($2::uuid is null or g.run_id = $2::uuid)
    order by g.unit_id, g.question, g.score desc nulls last, g.id
  ), counted as materialized (
    select s.key stage, u.kind, c.question, t.position, t.id task_id, n.id annotation_id, n.active_seconds,
           case when c.created_at > n.started_at and v.seen_at is null then 'before' else coalesce(d.arm::text, 'shown') end arm,
           coalesce(d.policy = 'randomised', false) and c.created_at <= n.started_at randomised,
           case f.form when 'choice' then said.value #>> '{}' end "value",
           ${AGREES} agreed, gold.value = c.value "right", l.origin = 'suggestion' accepted,
           d.arm = 'hidden' and said.value <> l.value changed,
           d.arm = 'hidden' and said.value <> l.value and l.value = c.value towards
    from chosen c
    join units u on u.id = c.unit_id
    join tasks t on t.id = c.task_id
    join stages s on s.id = t.stage_id
    cross join lateral jsonb_to_record($3::jsonb -> s.key -> (u.kind || ' ' || c.question)) f(form text, text text)
    join annotations n on n.task_id = t.id and n.round = 1 and n.state = 'submitted' and n.independent and n.origin = 'person'
    join labels l on l.annotation_id = n.id and l.unit_id = c.unit_id and l.question = c.question and l.value <> 'null'
    left join arm_draws d on d.annotation_id = n.id and d.unit_kind = u.kind and d.question = c.question
    left join lateral (
      select min(xv.seen_at) seen_at from suggestion_views xv join suggestions x on x.id = xv.suggestion_id
      where xv.annotation_id = n.id and x.unit_id = c.unit_id and x.question = c.question and xv.seen_at <= l.updated_at) v on true
    left join lateral (
      select e.data -> 'to' "value" from events e
      where d.arm = 'hidden' and v.seen_at < l.updated_at and e.annotation_id = n.id and e.type = 'answer.saved'
        and e.data ->> 'unit' = u.key and e.data ->> 'question' = c.question and e.at <= v.seen_at
      order by e.id desc limit 1) b on true
    cross join lateral (select coalesce(nullif(b.value, 'null'), l.value) "value") said
    ${GOLD}
  )`

const COUNTS = `
  select stage, kind "unitKind", question, position, arm, randomised, "value", "right", count(*)::int labels,
         (count(*) filter (where agreed))::int agreed, (count(*) filter (where accepted))::int accepted,
         (count(*) filter (where changed))::int changed, (count(*) filter (where towards))::int towards
  from counted group by 1, 2, 3, 4, 5, 6, 7, 8 order by stage, kind, question, position`

const TIMES = `
  select stage, kind "unitKind", question, arm, count(*)::int annotations,
         percentile_cont(0.25) within group (order by active_seconds) filter (where active_seconds > 0) low,
         percentile_cont(0.5) within group (order by active_seconds) filter (where active_seconds > 0) median,
         percentile_cont(0.75) within group (order by active_seconds) filter (where active_seconds > 0) high
  from (select distinct stage, kind, question, arm, annotation_id, active_seconds from counted) each
  group by stage, kind, question, arm`

const listed = (rows: string) => `coalesce((select json_agg(row_to_json(r)) from (${rows}) r), '[]')`

// Labels are compared once, for all that is told of them.
const ASKED = `${COUNTED}
  select ${listed(COUNTS)} counts, ${listed(TIMES)} times,
         coalesce((select json_agg(distinct task_id) from counted), '[]') "taskIds"`
