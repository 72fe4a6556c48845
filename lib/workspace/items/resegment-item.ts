import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { authorizeTask, type LoadedTask, listUnits, loadTask, type TaskUnit } from '@/lib/workspace/tasks/load-task'
import { createUnits } from '@/lib/workspace/tasks/open-next-stage'
import { loadProjectOfItem } from './queries'
import type { resegmentBody } from './resegment/contract'
import { resegmentProblem, unchangedEnds, wholeText } from './rules'

type Segments = { revision: number; units: Omit<TaskUnit, 'position'>[] }

/** Replaces the segments of a task in preparation; the text they make up stays the same, character for character. */
export async function resegmentItem(
  actor: Actor,
  itemId: string,
  { stage, segments, expectedRevision }: z.infer<typeof resegmentBody>,
): Promise<Segments> {
  return transaction(async (tx) => {
    const task = await loadPreparing(tx, actor, { itemId, stage, expectedRevision })
    return replaceSegments(tx, actor, task, segments)
  })
}

/** Puts back the segments as they were before anybody changed them. */
export async function resetSegments(
  actor: Actor,
  itemId: string,
  { stage, expectedRevision }: Omit<z.infer<typeof resegmentBody>, 'segments'>,
): Promise<Segments> {
  return transaction(async (tx) => {
    const task = await loadPreparing(tx, actor, { itemId, stage, expectedRevision })
    const first = await tx.event.findFirst({
      where: { taskId: task.id, type: 'task.resegmented' },
      orderBy: { id: 'asc' },
      select: { data: true },
    })
    if (!first) throw new AppError('rule', 'The segments are as they were imported.')
    return replaceSegments(tx, actor, task, (first.data as { from: string[] }).from)
  })
}

async function loadPreparing(
  tx: Tx,
  actor: Actor,
  wanted: { itemId: string; stage: string; expectedRevision: number },
): Promise<LoadedTask> {
  await loadProjectOfItem(tx, actor, wanted.itemId)
  const { id } = found(
    await tx.task.findFirst({ where: { itemId: wanted.itemId, stage: { key: wanted.stage } }, select: { id: true } }),
  )
  const task = await loadTask(tx, actor, id, { lock: true })
  authorizeTask(actor, 'task.prepare', task, 'Segments are changed by managers and reviewers, before a task is opened.')
  if (task.stage.resegments === null) throw new AppError('rule', 'The units of this stage are not changed by hand.')
  if ((await tx.annotation.count({ where: { taskId: id } })) > 0)
    throw new AppError('rule', 'Somebody has annotated these segments already.')
  if (task.revision !== wanted.expectedRevision)
    throw new AppError('revision_conflict', 'The segments were changed elsewhere since you last saw them.', {
      data: { current: await presentSegments(tx, task, task.revision) },
    })
  return task
}

async function replaceSegments(tx: Tx, actor: Actor, task: LoadedTask, next: string[]): Promise<Segments> {
  const units = await listUnits(tx, task)
  const current = units.filter((unit) => unit.kind === task.stage.resegments).map((unit) => unit.text)
  const whole = wholeText(task.protocol.present(task.item.content), current)
  const problem = resegmentProblem(current, next, whole)
  if (problem) throw new AppError('rule', problem)
  if (current.length === next.length && current.every((text, index) => text === next[index]))
    return presentSegments(tx, task, task.revision)
  await rewriteUnits(tx, task, units, task.stage.units(task.item.content as Json, next, {}))
  const { revision } = await tx.task.update({
    where: { id: task.id },
    data: { revision: { increment: 1 } },
    select: { revision: true },
  })
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId: task.id }
  await record(tx, 'task.resegmented', scope, { from: current, to: next })
  return presentSegments(tx, task, revision)
}

/** Unchanged units keep their rows, and with them what hangs on them (suggestions); they only move. */
async function rewriteUnits(
  tx: Tx,
  task: LoadedTask,
  old: TaskUnit[],
  fresh: ReturnType<LoadedTask['stage']['units']>,
) {
  const { head, tail } = unchangedEnds(old.map(identity), fresh.map(identity))
  await tx.unit.deleteMany({ where: { id: { in: old.slice(head, old.length - tail).map((unit) => unit.id) } } })
  // Keys are unique in a task, so those that move step aside first.
  const moving = old.slice(old.length - tail)
  const goals = fresh.slice(fresh.length - tail)
  const ids = moving.map((unit) => unit.id)
  await tx.$executeRaw`update units set key = 'moving-' || key where id = any(${ids}::uuid[])`
  await tx.$executeRaw`
    update units u set key = g.key, position = g.position
    from unnest(${ids}::uuid[], ${goals.map((unit) => unit.key)}::text[],
                ${goals.map((_, index) => fresh.length - tail + index)}::int[]) as g(id, key, position)
    where u.id = g.id`
  const created = fresh.slice(head, fresh.length - tail)
  await createUnits(
    tx,
    task,
    created.map((unit, index) => ({ ...unit, position: head + index })),
  )
}

const identity = ({ kind, text, parent = '', data = null }: UnitDraft) => JSON.stringify([kind, parent, text, data])

async function presentSegments(tx: Tx, task: LoadedTask, revision: number): Promise<Segments> {
  const units = await listUnits(tx, task)
  return { revision, units: units.map(({ position: _, ...unit }) => unit) }
}
