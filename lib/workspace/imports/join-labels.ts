/** Labels from a file for items that are here already: they become another person's submitted work on the same tasks. */
import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import { stageByKey } from '@/lib/protocols'
import { unitsKeysOf } from './identity'
import { type MeetingTask, readMeetingTasks, whyNotJoined } from './meeting-tasks'
import { drawnAnew, type NewTask, type WriteContext, withIds } from './new-item'
import type { NotJoinedCounts } from './not-joined'
import type { ReadItem } from './read-item'
import { type WorkTask, writeWork } from './write-items'

/** A record with labels, and the item here that it is about. */
export interface JoiningLabels {
  itemId: string
  item: ReadItem
}

/** A task that took labels, as the reveal looks at it. */
export interface JoinedTask {
  itemId: string
  item: ReadItem
  task: WorkTask & Pick<NewTask, 'stage' | 'raters'>
}

/**
 * Adds the labels as the work of the person that the options name; what cannot be added is counted. A task takes more people
 * than it asked for: work that is finished is not turned away for want of a place.
 */
export async function joinLabels(
  tx: Tx,
  context: WriteContext,
  joining: readonly JoiningLabels[],
  leftOut: NotJoinedCounts,
): Promise<JoinedTask[]> {
  const { personId } = context.options
  if (joining.length === 0 || !personId) return []
  const itemIds = joining.map(({ itemId }) => itemId)
  const tasks = await readMeetingTasks(tx, itemIds, { for: personId })
  const person = await readPerson(tx, personId, [...tasks.values()])
  const joined: JoinedTask[] = []
  const takenItemIds = new Set<string>()
  for (const { itemId, item } of joining) {
    const task = tasks.get(itemId)
    const why = whyNotJoined(task, shapeOf(item), context.options.identity)
    const reason = why ?? person.get(task?.id ?? '') ?? (takenItemIds.has(itemId) ? 'twice' : null)
    if (reason || !task) leftOut.add(reason ?? 'discarded', item.line)
    else {
      takenItemIds.add(itemId)
      joined.push({ itemId, item, task: workOf(context, task, item) })
    }
  }
  await openFor(tx, context, personId, joined)
  const opened = joined.filter(({ itemId }) => tasks.get(itemId)?.state === 'preparing')
  const { projectId, createdById: actorId } = context
  const scopes = opened.map(({ itemId, task }) => ({ actorId, projectId, itemId, taskId: task.id }))
  await recordMany(
    tx,
    'task.opened',
    scopes.map((scope) => ({ scope, data: {} })),
  )
  await writeWork(
    tx,
    context,
    joined.map(({ task }) => task),
  )
  return joined
}

const shapeOf = ({ stages: [first] }: ReadItem) => ({
  unitsKeys: first ? unitsKeysOf(first.units) : null,
  votes: (first?.votes ?? null) !== null,
})

/**
 * Why this person's labels cannot be added, by task. How far they have come is not told; on tasks that a manager annotates, not even
 * whether they have begun.
 */
async function readPerson(tx: Tx, personId: string, tasks: readonly MeetingTask[]) {
  const rows = await tx.$queryRaw<{ id: string; reason: 'submitted' | 'held' | 'read' }[]>`
    select t.id, case when n.origin = 'import' then 'submitted' when n.id is not null or a.id is not null then 'held' else 'read' end "reason"
    from unnest(${tasks.map(({ id }) => id)}::uuid[]) t(id)
    left join annotations n on n.task_id = t.id and n.user_id = ${personId}::uuid
    left join assignments a on a.task_id = t.id and a.user_id = ${personId}::uuid
      and a.state in ('reserved', 'assigned', 'submitted')
      and exists (select 1 from assignments m join tasks k on k.id = m.task_id
                  join memberships r on r.project_id = k.project_id and r.user_id = m.user_id and r.role = 'manager'
                  where m.task_id = t.id and m.user_id <> ${personId}::uuid)
    where n.id is not null or a.id is not null
       or exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = ${personId}::uuid)`
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

function workOf({ protocol, stages, options }: WriteContext, task: MeetingTask, item: ReadItem): JoinedTask['task'] {
  const stage = stageByKey(protocol, stages[0]?.key ?? '')
  const answers = item.stages[0]?.answers ?? {}
  const work = drawnAnew(stage, item.content, { units: task.units, answers })
  const raters = Math.max(task.raters, options.raters ?? 1)
  return { id: task.id, stage, raters, units: task.units, made: withIds(work.made), answers: work.answers }
}

/** Tasks are open, with a place for the person, before work is written to them. */
async function openFor(
  tx: Tx,
  { options }: WriteContext,
  personId: string,
  joined: readonly JoinedTask[],
): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string; raters: number }[]>`
    update tasks t set state = 'open', revision = revision + 1,
      raters = greatest(t.raters, ${options.raters ?? 1}, t.assigned_count + case when exists (
        select 1 from assignments a where a.task_id = t.id and a.user_id = ${personId}::uuid
        and a.state in ('reserved', 'assigned', 'submitted')) then 0 else 1 end)
    where t.id = any(${joined.map(({ task }) => task.id)}::uuid[])
    returning t.id, t.raters`
  const raters = new Map(rows.map((row) => [row.id, row.raters]))
  for (const { task } of joined) task.raters = raters.get(task.id) ?? task.raters
}
