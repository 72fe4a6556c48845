/**
 * SQL: the measures of a stage under which an answer of this moment says nothing, because a later version of the protocol file asks what they
 * look at, as a list or null. A flag that nobody was asked would be rated as "no" otherwise.
 */
export const unmeasuredSql = (stageKey: string, projectId: string, moment: string): string => `(
  select json_agg(distinct asked.measure)
  from protocol_moves m cross join lateral jsonb_array_elements_text(m.summary -> 'unmeasured' -> ${stageKey}) asked(measure)
  where m.project_id = ${projectId} and m.undone_at is null and m.made_at >= ${moment})`
