/**
 * Was a label made with a suggestion for it in sight? In SQL, about `labels l` of `annotations n` on `units u`. The
 * names of tables inside begin with x, so that they hide none outside.
 */

import { listsOf } from '@/lib/annotation/suggestions/rules'
import type { Protocol } from '@/lib/protocols/protocol'

/** By stage and kind of unit, the lists whose entries such units are: a suggestion for the list is one for them. */
export function listQuestions({ stages }: Protocol): Record<string, Record<string, string[]>> {
  return Object.fromEntries(
    stages.map((stage) => [
      stage.key,
      Object.fromEntries(
        stage.unitKinds.map(({ kind }): [string, string[]] => [kind, listsOf(stage, kind).map(({ key }) => key)]),
      ),
    ]),
  )
}

/** Where the SQL finds the key of the task's stage, and `listQuestions` as a parameter: "s.key", "$5". */
export interface SeenNames {
  stage: string
  lists: string
}

const SAME_PERSON = 'xa.task_id = n.task_id and xa.user_id = n.user_id and xa.round <= n.round'

// A view counts for the person, in this round or an earlier one. What was answered before it was seen counts as blind
// for as long as it was not written again.
const VIEWED = `exists (
  select 1 from suggestion_views xv join annotations xa on xa.id = xv.annotation_id
  where xv.suggestion_id = x.id and ${SAME_PERSON}
    and (xv.seen_at < l.updated_at or xv.seen_at = l.updated_at and not xv.answered))`

// Annotations begun before views were kept were shown all that there was.
const NOT_KEPT = `(x.created_at <= n.started_at and not exists (
  select 1 from arm_draws xd join annotations xa on xa.id = xd.annotation_id join units xu on xu.id = x.unit_id
  where ${SAME_PERSON} and xd.unit_kind = xu.kind and xd.question = x.question))`

/** Had the annotator been given `suggestions x` when they last wrote the label? */
export const GIVEN_SQL = `(${VIEWED} or ${NOT_KEPT})`

// About a unit that later gold retired, suggestions have gone on to its successor: then any for the question counts.
const placeSql = ({ stage, lists }: SeenNames) => `(
  x.question = l.question and (x.unit_id = l.unit_id or u.retired_round is not null)
  or u.maker_id is not null and ${lists}::jsonb -> ${stage} -> u.kind ? x.question
    and x.unit_id in (select xp.id from units xp where xp.task_id = u.task_id and xp.key = u.parent_key))`

/** true, false, or null where nobody can say: imported labels. */
export const seenSql = (names: SeenNames) => `case when l.origin = 'imported' then null
  else l.suggestion_id is not null or exists (
    select 1 from suggestions x where x.task_id = n.task_id and ${placeSql(names)} and ${GIVEN_SQL}) end`

/** Is it known that no label of `annotations n` was made with a suggestion for it in sight? */
export const unseenAnnotationSql = (names: SeenNames) => `(
  not exists (select 1 from annotations xa where ${SAME_PERSON} and xa.origin = 'import')
  and (not exists (select 1 from suggestions x where x.task_id = n.task_id) or not exists (
    select 1 from labels l join units u on u.id = l.unit_id
    where l.annotation_id = n.id and l.value <> 'null' and coalesce(${seenSql(names)}, true))))`

/** The same of all annotations that `golds g` of `tasks t` was settled from, of which there is one or more. */
export const unseenGoldSql = (names: SeenNames) => {
  const behind = `from annotations n where n.task_id = t.id and n.round = g.round and n.state = 'submitted'`
  return `(g.origin <> 'imported' and exists (select 1 ${behind})
    and not exists (select 1 ${behind} and not ${unseenAnnotationSql(names)}))`
}
