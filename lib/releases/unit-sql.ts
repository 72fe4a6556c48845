/** What exports read of `units u`. */
import type { Protocol } from '@/lib/protocols/protocol'

/** A unit as the protocol knows it, of `units u`. */
export const UNIT_SQL = `json_strip_nulls(json_build_object('key', u.key, 'kind', u.kind, 'text', u.text, 'parent', u.parent_key))::jsonb
  || case when u.data is null then '{}' else jsonb_build_object('data', u.data) end`

/** Is `units u` one of its task's own in this round? */
export const ownUnitSql = (round: string) =>
  `u.maker_id is null and u.since_round <= ${round} and (u.retired_round is null or u.retired_round > ${round})`

/** By stage and kind of unit, the question whose answer is the text of what annotators list. */
export function textQuestions({ stages }: Protocol): Record<string, Record<string, string>> {
  const textsOf = (stage: Protocol['stages'][number]) =>
    stage.questions.flatMap(({ list }) => (list ? [[list.kind, list.text] as const] : []))
  return Object.fromEntries(stages.map((stage) => [stage.key, Object.fromEntries(textsOf(stage))]))
}
