/** The first-stage tasks of items that are here, as labels from a file meet them. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { IdentityRule, NotJoinedReason } from './contract'
import { type UnitsKeys, unitsKeysOf } from './identity'
import type { NewUnit } from './new-item'

export interface MeetingTask {
  id: string
  itemId: string
  state: 'preparing' | 'open' | 'consolidating' | 'approving' | 'gold' | 'discarded'
  round: number
  raters: number
  units: NewUnit[]
  unitsKeys: UnitsKeys
  /** Whose submitted work came from files. Who else has submitted is not told before the reveal. */
  submitted: string[]
}

type Queries = Pick<Tx, '$queryRaw' | 'unit'>

/**
 * Holds all first-stage tasks of a project that labels can be added to until the transaction ends, by id, as everything that holds several
 * tasks: a file is about items in any order, and is written in portions. Submissions wait meanwhile, and the queue offers none of these tasks,
 * as long as the rest of the file takes. What only refers to a task goes on: tasks that people have are opened and read, and answers saved.
 */
export async function holdMeetingTasks(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    select count(*) from (
      select 1 from tasks t join stages s on s.id = t.stage_id
      where t.project_id = ${projectId}::uuid and s.position = 0 and t.state in ('preparing', 'open')
      order by t.id for no key update of t) held`
}

/**
 * The tasks by item. With `lock`, those that labels can be added to are held, without waiting for others who change them: `holdMeetingTasks`
 * comes before. One that somebody has restored since, and holds, counts as discarded. `for`: whose labels they are, who begins none of them
 * until the transaction ends.
 */
export async function readMeetingTasks(
  tx: Queries,
  itemIds: readonly string[],
  lock?: { for: string },
): Promise<Map<string, MeetingTask>> {
  if (itemIds.length === 0) return new Map()
  const lockedTaskIds = lock ? await holdFree(tx, itemIds, lock.for) : null
  const found = await tx.$queryRaw<Omit<MeetingTask, 'units' | 'unitsKeys'>[]>`
    select t.id, t.item_id "itemId", t.state::text "state", t.round, t.raters,
           array(select n.user_id::text from annotations n where n.task_id = t.id and n.state = 'submitted' and n.origin = 'import') "submitted"
    from tasks t join stages s on s.id = t.stage_id
    where t.item_id = any(${itemIds}::uuid[]) and s.position = 0`
  const tasks = found.filter(({ id, state }) => !lockedTaskIds || !takesLabels(state) || lockedTaskIds.has(id))
  const units = await unitsOf(
    tx,
    tasks.map(({ id }) => id),
  )
  return new Map(
    tasks.map((task) => {
      const taskUnits = units.get(task.id) ?? []
      return [task.itemId, { ...task, units: taskUnits, unitsKeys: unitsKeysOf(taskUnits) }]
    }),
  )
}

const takesLabels = (state: MeetingTask['state']) => state === 'open' || state === 'preparing'

async function holdFree(tx: Queries, itemIds: readonly string[], personId: string): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tasks t join stages s on s.id = t.stage_id
    where t.item_id = any(${itemIds}::uuid[]) and s.position = 0 and t.state in ('preparing', 'open')
    order by t.id for no key update of t skip locked`
  const ids = rows.map(({ id }) => id)
  // Who has a task may begin it at this moment, which changes no row of it: that is waited for, and kept out from here on.
  await tx.$queryRaw`
    select 1 from tasks t where t.id = any(${ids}::uuid[]) and exists (
      select 1 from assignments a
      where a.task_id = t.id and a.user_id = ${personId}::uuid and a.state in ('reserved', 'assigned'))
    order by t.id for update of t`
  return new Set(ids)
}

/** The tasks' own units of round 1: later rounds take no labels from files. */
async function unitsOf(tx: Queries, taskIds: readonly string[]): Promise<Map<string, NewUnit[]>> {
  const rows = await tx.unit.findMany({
    where: { taskId: { in: [...taskIds] }, makerId: null, sinceRound: 1 },
    orderBy: [{ taskId: 'asc' }, { position: 'asc' }],
    select: { id: true, taskId: true, key: true, kind: true, text: true, parentKey: true },
  })
  const units = new Map<string, NewUnit[]>()
  for (const { taskId, parentKey, ...unit } of rows) {
    const list = units.get(taskId) ?? []
    list.push({ ...unit, ...(parentKey === null ? {} : { parent: parentKey }) })
    units.set(taskId, list)
  }
  return units
}

/** Why nobody's labels can be added to a task, as far as that does not depend on whose they are; null where they can. */
export function whyNotJoined(
  task: MeetingTask | undefined,
  { unitsKeys, votes }: { unitsKeys: UnitsKeys | null; votes: boolean },
  rule: IdentityRule,
): NotJoinedReason | null {
  if (!task || task.state === 'discarded') return 'discarded'
  if (votes) return 'votes'
  if (task.round > 1) return 'reopened'
  if (!takesLabels(task.state)) return 'settled'
  return task.unitsKeys[rule] === unitsKeys?.[rule] ? null : 'units'
}
