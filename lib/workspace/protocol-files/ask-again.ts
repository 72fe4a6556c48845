/** Finished tasks are asked what a new version asks: as another round, begun from the answers of the one before. */
import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'

/**
 * Opens tasks that are gold for another round, all in one go. Who can still annotate in the project works on from their answers; the places of
 * the others are freed. A comment says why. Their gold is superseded when the round ends; figures and exports leave them out until then.
 */
export async function askAgain(
  tx: Tx,
  {
    moveId,
    projectId,
    taskIds,
    actorId,
    comment,
  }: { moveId: string; projectId: string; taskIds: readonly string[]; actorId: string; comment: string },
): Promise<void> {
  const ids = [...taskIds]
  await tx.$executeRaw`
    insert into moved_rows (move_id, task_id, place, row)
    select ${moveId}::uuid, a.task_id, 'assignments', to_jsonb(a) from assignments a
    where a.task_id = any(${ids}::uuid[]) and a.state = 'submitted'`
  await tx.$executeRaw`
    with before as materialized (select t.id, to_jsonb(t) "row" from tasks t where t.id = any(${ids}::uuid[])),
    opened as (
      update tasks t set state = 'open', round = t.round + 1, revision = t.revision + 1, adjudicator_id = null, adjudicated_at = null,
        approver_id = null, approved_at = null, third_rater_at = null
      from before b where t.id = b.id returning t.id, t.round, t.revision)
    insert into moved_rows (move_id, task_id, place, row, now)
    select ${moveId}::uuid, b.id, 'tasks', b.row, jsonb_build_object('round', o.round, 'revision', o.revision)
    from before b join opened o on o.id = b.id`
  await tx.$executeRaw`
    update assignments a set updated_at = now(), expires_at = null,
      state = (case when able.is then 'assigned' else 'released' end)::"AssignmentState",
      origin = (case when able.is then a.origin::text else 'manager' end)::"AssignmentOrigin"
    from (
      select s.id, exists (
        select 1 from memberships m join users u on u.id = m.user_id
        where m.project_id = ${projectId}::uuid and m.user_id = s.user_id and m.role <> 'viewer' and u.deactivated_at is null) "is"
      from assignments s where s.task_id = any(${ids}::uuid[]) and s.state = 'submitted') able
    where a.id = able.id`
  await tx.$executeRaw`
    with begun as (
      insert into annotations (id, task_id, user_id, round, independent, shown)
      select gen_random_uuid(), t.id, a.user_id, t.round, false, n.shown
      from tasks t join assignments a on a.task_id = t.id and a.state = 'assigned'
      join annotations n on n.task_id = t.id and n.user_id = a.user_id and n.round = t.round - 1 and n.state = 'submitted'
      where t.id = any(${ids}::uuid[])
      returning id, task_id, user_id, round)
    insert into labels (annotation_id, unit_id, task_id, question, value, origin)
    select b.id, l.unit_id, l.task_id, l.question, l.value, 'carried'
    from begun b
    join annotations n on n.task_id = b.task_id and n.user_id = b.user_id and n.round = b.round - 1
    join labels l on l.task_id = n.task_id and l.annotation_id = n.id`
  await tx.$executeRaw`
    with said as (
      insert into comments (id, task_id, user_id, body)
      select gen_random_uuid(), id, ${actorId}::uuid, ${comment} from unnest(${ids}::uuid[]) id returning id, task_id)
    insert into moved_rows (move_id, task_id, place, row)
    select ${moveId}::uuid, task_id, 'comments', jsonb_build_object('id', id) from said`
  await recordReopened(tx, { moveId, projectId, actorId, comment })
}

interface Reopened {
  taskId: string
  itemId: string
  round: number
  /** Who works on from their answers, and whose place was freed. */
  present: string[]
  gone: string[]
}

/** The same events as where a reviewer sends a task back: readers of a round look for them. */
async function recordReopened(
  tx: Tx,
  { moveId, projectId, actorId, comment }: { moveId: string; projectId: string; actorId: string; comment: string },
): Promise<void> {
  const reopened = await tx.$queryRaw<Reopened[]>`
    select t.id "taskId", t.item_id "itemId", t.round,
      coalesce(array_agg(a.user_id) filter (where a.state = 'assigned'), '{}') "present",
      coalesce(array_agg(a.user_id) filter (where a.state = 'released'), '{}') "gone"
    from moved_rows r join tasks t on t.id = r.task_id join assignments a on a.id = (r.row ->> 'id')::uuid
    where r.move_id = ${moveId}::uuid and r.place = 'assignments'
    group by t.id order by t.id`
  const scopeOf = ({ taskId, itemId }: Reopened) => ({ actorId, projectId, itemId, taskId })
  await recordMany(
    tx,
    'task.reopened',
    reopened.map((each) => ({
      scope: scopeOf(each),
      data: { round: each.round, userIds: each.present, comment },
    })),
  )
  await recordMany(
    tx,
    'assignment.released',
    reopened.flatMap((each) =>
      each.gone.map((userId) => ({ scope: scopeOf(each), data: { userId, why: 'left' as const } })),
    ),
  )
}

/** Closes them again as they were; nobody has answered meanwhile. */
export async function takeAskBack(
  tx: Tx,
  { moveId, projectId, actorId }: { moveId: string; projectId: string; actorId: string },
): Promise<void> {
  const opened = await tx.$queryRaw<{ taskId: string; itemId: string; round: number }[]>`
    select t.id "taskId", t.item_id "itemId", t.round from moved_rows r join tasks t on t.id = r.task_id
    where r.move_id = ${moveId}::uuid and r.place = 'tasks' order by t.id`
  await recordMany(
    tx,
    'task.reopening_taken_back',
    opened.map(({ round, ...ids }) => ({ scope: { actorId, projectId, ...ids }, data: { round } })),
  )
  await tx.$executeRaw`
    delete from annotations n using moved_rows r
    where r.move_id = ${moveId}::uuid and r.place = 'tasks' and n.task_id = r.task_id and n.round = (r.now ->> 'round')::int`
  await tx.$executeRaw`
    update assignments a set state = (r.row ->> 'state')::"AssignmentState", origin = (r.row ->> 'origin')::"AssignmentOrigin",
      expires_at = (r.row ->> 'expires_at')::timestamptz, updated_at = now()
    from moved_rows r where r.move_id = ${moveId}::uuid and r.place = 'assignments' and a.id = (r.row ->> 'id')::uuid`
  await tx.$executeRaw`
    update tasks t set state = p.state, round = p.round, revision = t.revision + 1, adjudicator_id = p.adjudicator_id,
      adjudicated_at = p.adjudicated_at, approver_id = p.approver_id, approved_at = p.approved_at, third_rater_at = p.third_rater_at
    from moved_rows r cross join lateral jsonb_populate_record(null::tasks, r.row) p
    where r.move_id = ${moveId}::uuid and r.place = 'tasks' and t.id = r.task_id`
  await tx.$executeRaw`
    delete from comments c using moved_rows r
    where r.move_id = ${moveId}::uuid and r.place = 'comments' and c.id = (r.row ->> 'id')::uuid`
}
