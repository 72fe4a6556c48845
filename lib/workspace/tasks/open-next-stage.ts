/**
 * What gold does to the stages behind it: the next one opens, or, where it has begun, is told how its units would differ
 * now. Nothing that anybody answered is taken away here.
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import type { Stage, UnitDraft } from '@/lib/protocols/protocol'
import { segmentText } from '@/lib/text/segment-text'
import { ratersAt } from '@/lib/workspace/projects/raters'
import { isSame, matchUnits, staleChanges } from './compare-units'
import type { StaleChange } from './contract'
import { contentNow } from './found-evidence'
import { type LoadedTask, listUnits, type TaskUnit, unitOf } from './load-task'
import { readEarlier } from './read-earlier'

/** The item whose stages are looked at. */
export type StagedItem = Pick<LoadedTask, 'projectId' | 'itemId' | 'position' | 'protocol' | 'item'>

interface LaterTask {
  id: string
  round: number
  state: LoadedTask['state']
  stale: boolean
  /** Has anything been answered, or settled, about its units? */
  begun: boolean
}

/**
 * Opens the stage behind one that has just become gold, in the transaction of that gold; where the item's later stages
 * have tasks already, they are brought up to date as `refreshLater` says. The caller holds the gold task's row lock.
 */
export async function openNextStage(tx: Tx, task: LoadedTask, actorId: string | null): Promise<void> {
  const next = stagesBehind(task, task.stage)[0]
  if (!next) return
  if (await findTask(tx, task, next)) return refreshLater(tx, task, task.stage, actorId)
  const units = await unitsNow(tx, task, next)
  const row = await tx.stage.findFirstOrThrow({ where: { projectId: task.projectId, key: next.key } })
  const { projectId, itemId, position } = task
  const state = next.resegments === null ? ('open' as const) : ('preparing' as const)
  const raters = ratersAt(position, row)
  const created = await tx.task.create({
    data: { projectId, itemId, position, stageId: row.id, raters, state },
    select: { id: true },
  })
  await createUnits(
    tx,
    { id: created.id, round: 1 },
    units.map((unit, index) => ({ ...unit, position: index })),
  )
  await record(tx, 'task.created', { actorId, projectId, itemId, taskId: created.id }, { units: units.length })
}

/**
 * Lays the tasks of the stages behind `stage` beside the gold they come from. Untouched tasks get the new units, with an
 * event; what has been worked on is marked stale with what differs, and so is what stands behind it; what no longer
 * differs is not stale any more. Discarded tasks too, so that restoring needs nothing.
 */
export async function refreshLater(tx: Tx, item: StagedItem, stage: Stage, actorId: string | null): Promise<void> {
  let inherited: StaleChange[] = []
  for (const later of stagesBehind(item, stage)) {
    const task = await findTask(tx, item, later)
    if (!task) return
    const before = await listUnits(tx, task)
    const after = await unitsNow(tx, item, later)
    const taskChanges = staleChanges(before.map(unitOf), after)
    const changes = taskChanges.length > 0 ? taskChanges : inherited
    if (taskChanges.length > 0 && !task.begun) await replaceUnits(tx, item, task, { before, after }, actorId)
    else if (changes.length > 0) await markStale(tx, item, task, changes, actorId)
    else if (task.stale) await clearStale(tx, item, task, actorId)
    inherited = task.begun ? changes : []
  }
}

/** The units that a stage's task would have under the gold and the found evidence of today. */
export async function unitsNow(tx: Tx, { itemId, item, protocol }: StagedItem, stage: Stage): Promise<UnitDraft[]> {
  const before = stagesBefore({ protocol }, stage).map(({ key }) => key)
  const content = await contentNow(tx, { itemId, item, protocol })
  const text = stage.segmentedText(content)
  return stage.units(content, text === null ? [] : segmentText(text), await readEarlier(tx, itemId, before))
}

// By their keys: a loaded task's stage has the project's settings.
const placeOf = ({ protocol }: Pick<StagedItem, 'protocol'>, stage: Stage): number =>
  protocol.stages.findIndex(({ key }) => key === stage.key)

export const stagesBefore = (item: Pick<StagedItem, 'protocol'>, stage: Stage): readonly Stage[] =>
  item.protocol.stages.slice(0, placeOf(item, stage))

const stagesBehind = (item: Pick<StagedItem, 'protocol'>, stage: Stage): readonly Stage[] =>
  item.protocol.stages.slice(placeOf(item, stage) + 1)

export async function findTask(
  tx: Tx,
  { itemId }: Pick<StagedItem, 'itemId'>,
  { key }: Stage,
): Promise<LaterTask | null> {
  const rows = await tx.$queryRaw<LaterTask[]>`
    select t.id, t.round, t.state::text "state", t.stale,
      exists (select 1 from annotations a where a.task_id = t.id) or exists (select 1 from golds g where g.task_id = t.id) "begun"
    from tasks t join stages s on s.id = t.stage_id
    where t.item_id = ${itemId}::uuid and s.key = ${key} for update of t`
  return rows[0] ?? null
}

/** Brings units in, as of the task's round. */
export async function createUnits(
  tx: Tx,
  { id, round }: { id: string; round: number },
  units: readonly (UnitDraft & { position: number })[],
): Promise<{ id: string; key: string }[]> {
  return tx.unit.createManyAndReturn({
    data: units.map(({ parent, data, ...unit }) => ({
      key: unit.key,
      kind: unit.kind,
      text: unit.text,
      position: unit.position,
      taskId: id,
      sinceRound: round,
      parentKey: parent ?? null,
      data: data === undefined || data === null ? Prisma.DbNull : (data as Prisma.InputJsonValue),
    })),
    select: { id: true, key: true },
  })
}

/** Gives a task that nobody has begun other units. Those that stay the same keep their rows, with what was suggested. */
export async function replaceUnits(
  tx: Tx,
  { projectId, itemId }: Pick<StagedItem, 'projectId' | 'itemId'>,
  task: { id: string; round: number },
  { before, after }: { before: readonly TaskUnit[]; after: readonly UnitDraft[] },
  actorId: string | null,
): Promise<void> {
  const stays = matchUnits(before, after).filter((pair) => isSame(pair.before, pair.after))
  const stayingIds = new Set(stays.map((pair) => pair.before.id))
  const placed = after.map((unit, position) => ({ ...unit, position }))
  await tx.unit.deleteMany({ where: { id: { in: before.flatMap(({ id }) => (stayingIds.has(id) ? [] : [id])) } } })
  await moveUnits(
    tx,
    stays.map((pair) => ({ id: pair.before.id, unit: pair.after, position: after.indexOf(pair.after) })),
  )
  const entering = placed.filter(({ key }) => !stays.some((pair) => pair.after.key === key))
  await createUnits(tx, task, entering)
  await tx.task.update({
    where: { id: task.id },
    data: { stale: false, staleChanges: Prisma.DbNull, revision: { increment: 1 } },
  })
  const scope = { actorId, projectId, itemId, taskId: task.id }
  await record(tx, 'task.units_replaced', scope, { from: before.length, to: after.length })
}

/** Keys are unique in a task, so all step aside before any takes its new one. */
async function moveUnits(tx: Tx, moves: readonly { id: string; unit: UnitDraft; position: number }[]): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map(({ id, unit, position }) => ({
    id,
    position,
    key: unit.key,
    parent_key: unit.parent ?? null,
    data: unit.data ?? null,
  }))
  await tx.$executeRaw`update units set key = 'moving-' || id where id = any(${rows.map(({ id }) => id)}::uuid[])`
  await tx.$executeRaw`
    update units u set key = x.key, position = x.position, parent_key = x.parent_key, data = x.data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, key text, position int, parent_key text, data jsonb)
    where u.id = x.id`
}

async function markStale(
  tx: Tx,
  { projectId, itemId }: StagedItem,
  task: LaterTask,
  changes: StaleChange[],
  actorId: string | null,
): Promise<void> {
  await tx.task.update({
    where: { id: task.id },
    data: { stale: true, staleChanges: changes, revision: { increment: 1 } },
  })
  await record(tx, 'task.went_stale', { actorId, projectId, itemId, taskId: task.id }, { changes: changes.length })
}

async function clearStale(tx: Tx, item: StagedItem, task: LaterTask, actorId: string | null): Promise<void> {
  const { projectId, itemId } = item
  await tx.task.update({
    where: { id: task.id },
    data: { stale: false, staleChanges: Prisma.DbNull, revision: { increment: 1 } },
  })
  await record(tx, 'task.stale_settled', { actorId, projectId, itemId, taskId: task.id }, { reason: '' })
}
