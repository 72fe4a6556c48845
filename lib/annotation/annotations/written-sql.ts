/**
 * Writes the changes of a CTE `change` to the annotation that a CTE `draft` has locked, each guarded by its revision and with its event, and
 * prolongs the reservation: as CTEs, so that all of it is one statement. `saved` has what was written.
 */
export const WRITTEN = `saved as (
    insert into labels (annotation_id, unit_id, task_id, question, value, revision, origin, suggestion_id, updated_at)
    select c.annotation_id, c.unit_id, c.task_id, c.question, c.value, c.revision, c.origin::"LabelOrigin", c.suggestion_id, now()
    from change c
    where c.revision = 1 or exists (select 1 from labels l where l.annotation_id = c.annotation_id
                                    and l.unit_id = c.unit_id and l.question = c.question)
    on conflict (annotation_id, unit_id, question) do update
      set value = excluded.value, revision = excluded.revision, origin = excluded.origin,
          suggestion_id = excluded.suggestion_id, updated_at = excluded.updated_at
      where labels.revision = excluded.revision - 1
    returning unit_id, question, updated_at
  ), told as (
    insert into events (type, actor_id, project_id, item_id, task_id, annotation_id, data)
    select 'answer.saved', c.user_id, c.project_id, c.item_id, c.task_id, c.annotation_id, c.event
    from saved s join change c on c.unit_id = s.unit_id and c.question = s.question
  ), renewed as (
    update assignments a set expires_at = now() + make_interval(mins => d.reservation_minutes), updated_at = now()
    from draft d
    where a.task_id = d.task_id and a.user_id = d.user_id and a.state = 'reserved' and exists (select 1 from saved)
  )`
