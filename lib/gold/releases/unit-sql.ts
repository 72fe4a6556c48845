/** What exports read of `units u`. */
import type { Protocol } from '@/lib/protocols/protocol'

/** A unit as the protocol knows it, of `units u`. */
export const UNIT_SQL = `jsonb_strip_nulls(jsonb_build_object('key', u.key, 'kind', u.kind, 'text', u.text, 'parent', u.parent_key))
  || case when u.data is null then '{}' else jsonb_build_object('data', u.data) end`

/** Is `units u` one of its task's own in this round? */
export const ownUnitSql = (round: string) =>
  `u.maker_id is null and u.since_round <= ${round} and (u.retired_round is null or u.retired_round > ${round})`

/**
 * Of `items i`, the latest label set by hand, while it stands: not taken back, and about the gold of today (lib/gold/checks).
 * `stage`: the parameter that holds the key of the stage whose gold it is about.
 */
export const labelSql = (stage: string) => `(
  select case when o.created_at >= g.created_at and o.value <> 'null' then o.value end
  from roll_up_overrides o join tasks t on t.item_id = o.item_id join stages e on e.id = t.stage_id and e.key = ${stage}
  join golds g on g.task_id = t.id and g.superseded_at is null
  where o.item_id = i.id order by o.version desc limit 1)`

/** The votes of `golds g` with people's names in the place of their ids; imported voters as their file named them. */
export const votesSql = (names: string) => `(
  select jsonb_agg(v.vote || jsonb_build_object('voter', coalesce(${names}::jsonb ->> (v.vote ->> 'voter'), v.vote ->> 'voter'))
                   order by v.place)
  from jsonb_array_elements(g.votes) with ordinality v(vote, place))`

interface TextQuestion {
  question: string
  /** Of marks: the name of the text in the content that they are words of. */
  in?: string
}

/** By stage and kind of unit, the question whose answer is the text of what annotators list, or says where that is. */
export function textQuestions({ stages }: Protocol): Record<string, Record<string, TextQuestion>> {
  const textsOf = (stage: Protocol['stages'][number]) =>
    stage.questions.flatMap(({ list }) =>
      list ? [[list.kind, { question: list.text, ...(list.marks ? { in: list.marks.in } : {}) }] as const] : [],
    )
  return Object.fromEntries(stages.map((stage) => [stage.key, Object.fromEntries(textsOf(stage))]))
}

/**
 * The text in an answer to the question `textQuestions`, an entry of `textQuestions`, about what stands in `items i`. Offsets count code points, as
 * the database counts characters.
 */
export const listedTextSql = (value: string, question: string) => `case when jsonb_typeof(${value}) = 'object'
  then substr(i.content ->> (${question} ->> 'in'), (${value} #>> '{spans,0,start}')::int + 1,
              (${value} #>> '{spans,0,end}')::int - (${value} #>> '{spans,0,start}')::int)
  else ${value} #>> '{}' end`
