/** Other units for a task that nobody has begun: from evidence that was found, or from other segments. */
import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import type { Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { segmentText } from '@/lib/text/segment-text'
import { staleChanges } from './compare-units'
import { contentNow } from './found-evidence'
import { listUnits, unitOf } from './load-task'
import { findTask, refreshLater, replaceUnits, type StagedItem, stagesBefore } from './open-next-stage'
import { readEarlier } from './read-earlier'

/** `begun`: somebody has answered something, so the units stay. `opened`: only segments of a task in preparation change. */
export type Refreshed = 'done' | 'begun' | 'opened' | 'gone'

/** The units of a stage under this content; where the record brought segments, or they were changed, those are kept. */
export function derivedUnits(
  stage: Stage,
  content: Json,
  current: readonly UnitDraft[],
  earlier: Parameters<Stage['units']>[2],
  segments?: readonly string[],
): UnitDraft[] {
  const currentTexts = current.filter(({ kind }) => kind === stage.resegments).map(({ text }) => text)
  const text = stage.segmentedText(content)
  const segmentTexts = segments ?? (stage.resegments !== null ? currentTexts : text === null ? [] : segmentText(text))
  return stage.units(content, segmentTexts, earlier)
}

/**
 * Derives the units of a stage's task anew, and those of the stages behind it, from the gold and the found evidence of
 * today; with `segments`, from these. Nothing is changed where the task was begun. Locks the task.
 */
export async function refreshUnits(
  tx: Tx,
  item: StagedItem,
  stage: Stage,
  actorId: string | null,
  segments?: readonly string[],
): Promise<Refreshed> {
  const task = await findTask(tx, item, stage)
  if (!task || (task.state !== 'preparing' && task.state !== 'open')) return 'gone'
  if (task.begun) return 'begun'
  if (segments && task.state !== 'preparing') return 'opened'
  const before = await listUnits(tx, task)
  const earlier = await readEarlier(
    tx,
    item.itemId,
    stagesBefore(item, stage).map(({ key }) => key),
  )
  const after = derivedUnits(stage, await contentNow(tx, item), before, earlier, segments)
  if (staleChanges(before.map(unitOf), after).length > 0) {
    await replaceUnits(tx, item, task, { before, after }, actorId)
    const { projectId, itemId } = item
    const from = before.filter(({ kind }) => kind === stage.resegments).map(({ text }) => text)
    if (segments)
      await record(tx, 'task.resegmented', { actorId, projectId, itemId, taskId: task.id }, { from, to: [...segments] })
  }
  if (!segments) await refreshLater(tx, item, stage, actorId)
  return 'done'
}
