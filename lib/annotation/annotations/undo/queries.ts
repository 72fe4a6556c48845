import 'server-only'
import type { StepMark } from '@/lib/annotation/annotations/contract'
import { findOwnAnnotation } from '@/lib/annotation/annotations/own-annotation'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Json } from '@/lib/protocols/protocol'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { UndoStack } from './contract'
import { type LoggedChange, undoStackOf } from './fold-log'

/**
 * What a step is called that no change names: by its place among the saved changes of its annotation. An event's id, by which
 * earlier versions called it, counts what everybody in the installation does, partners first of all.
 */
const stepName = (place: number): string => `n${place}`

/** The name of the same step in earlier versions: logs and open tabs hold marks with it, which go on working. */
const formerName = (eventId: bigint): string => `e${eventId}`

const isFormerName = (name: string): boolean => /^e\d+$/.test(name)

/** How far back the log is read. */
const MOST_EVENTS = 2_000

/**
 * What the actor can undo and redo in their open annotation, as the event log has it. Nobody else's annotation, and no
 * earlier round of their own: throws `forbidden` for whoever has none open, `conflict` before it was opened.
 */
export async function getUndoSteps(actor: Actor, taskId: string): Promise<UndoStack & { annotationId: string }> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    authorizeTask(actor, 'task.annotate', task, 'You have no open answers here.')
    const annotation = await findOwnAnnotation(tx, actor, taskId)
    if (annotation?.round !== task.round) throw new AppError('conflict', 'Open the annotation first.')
    return { annotationId: annotation.id, ...(await readStack(tx, annotation.id)) }
  })
}

interface Data extends Omit<LoggedChange, 'id' | 'at'> {
  from: Json
  step?: StepMark
}

async function readStack(tx: Tx, annotationId: string): Promise<UndoStack> {
  const where = { annotationId, type: 'answer.saved' }
  const rows = await tx.event.findMany({
    where,
    orderBy: { id: 'desc' },
    take: MOST_EVENTS,
    select: { id: true, at: true, data: true },
  })
  const before = rows.length < MOST_EVENTS ? 0 : (await tx.event.count({ where })) - rows.length
  const saved = rows.reverse().map((row, index) => ({ ...row, name: stepName(before + index + 1) }))
  const names = new Map(saved.map(({ id, name }) => [formerName(id), name]))
  // Steps of events that are not read any more keep apart, by names that tell nothing of the installation's counter.
  const nameOf = (id: string): string => {
    const assignedName = names.get(id)
    if (assignedName !== undefined || !isFormerName(id)) return assignedName ?? id
    names.set(id, `earlier${names.size}`)
    return names.get(id) ?? id
  }
  const changes = saved.map(({ name, at, data }): LoggedChange => {
    const { step, ...change } = data as unknown as Data
    return { ...change, id: name, at: at.getTime(), step: step && { ...step, id: nameOf(step.id) } }
  })
  const { done, undone } = undoStackOf(changes)
  // Where reading stopped, a step may have lost its beginning.
  const cut = rows.length < MOST_EVENTS ? undefined : (changes[0]?.step?.id ?? changes[0]?.id)
  return { done: done.filter(({ id }) => id !== cut), undone: undone.filter(({ id }) => id !== cut) }
}
