/** Undo and redo as data: what changed, in steps; applying a step is an ordinary change, saved like any other. */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'

const json: z.ZodType<Json> = z.json()
const changeSchema = z.object({ unit: z.string(), question: z.string(), from: json, to: json })
const stepSchema = z.object({ changes: z.array(changeSchema), typing: z.boolean(), at: z.number() })
export const undoStackSchema = z.object({ done: z.array(stepSchema), undone: z.array(stepSchema) })

export type UndoChange = z.infer<typeof changeSchema>
export type UndoStep = z.infer<typeof stepSchema>
export type UndoStack = z.infer<typeof undoStackSchema>

const LONGEST = 200
const SAME_BURST_MS = 2_000

export const emptyStack: UndoStack = { done: [], undone: [] }

/** Adds a step; typing in one field without a pause is one step. What was undone before is gone then. */
export function pushStep(stack: UndoStack, step: UndoStep): UndoStack {
  const last = stack.done.at(-1)
  const joined = last && joinTyping(last, step)
  const done = joined ? [...stack.done.slice(0, -1), joined] : [...stack.done, step].slice(-LONGEST)
  return { done, undone: [] }
}

function joinTyping(last: UndoStep, step: UndoStep): UndoStep | null {
  const [before, after] = [last.changes[0], step.changes[0]]
  if (!last.typing || !step.typing || !before || !after || step.at - last.at > SAME_BURST_MS) return null
  if (before.unit !== after.unit || before.question !== after.question) return null
  return { ...step, changes: [{ ...after, from: before.from }] }
}

/** The step back or forth: the new stack, and the values to set; null when there is none. */
export function takeStep(
  stack: UndoStack,
  way: 'undo' | 'redo',
): { stack: UndoStack; values: Omit<UndoChange, 'from'>[] } | null {
  const step = way === 'undo' ? stack.done.at(-1) : stack.undone.at(-1)
  if (!step) return null
  const values = step.changes.map(({ unit, question, from, to }) => ({
    unit,
    question,
    to: way === 'undo' ? from : to,
  }))
  const next =
    way === 'undo'
      ? { done: stack.done.slice(0, -1), undone: [...stack.undone, step] }
      : { done: [...stack.done, step], undone: stack.undone.slice(0, -1) }
  return { stack: next, values }
}
