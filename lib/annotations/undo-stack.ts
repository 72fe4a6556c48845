/** Undo and redo as data: what changed, in steps; applying a step is an ordinary change, saved like any other. */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { answerOrigins } from './contract'

const json: z.ZodType<Json> = z.json()
/** How a value came about; stacks of former versions do not say it. */
const causeSchema = z.object({ origin: z.enum(answerOrigins), suggestionId: z.string().optional() })
const changeSchema = z.object({
  unit: z.string(),
  question: z.string(),
  from: json,
  to: json,
  cause: causeSchema.optional(),
})
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

/**
 * The step back or forth: the new stack, and the values to set; null when there is none. A value that comes back has the
 * cause it had, where the stack knows it.
 */
export function takeStep(
  stack: UndoStack,
  way: 'undo' | 'redo',
): { stack: UndoStack; values: Omit<UndoChange, 'from'>[] } | null {
  const step = way === 'undo' ? stack.done.at(-1) : stack.undone.at(-1)
  if (!step) return null
  const before = stack.done.slice(0, -1)
  const values = step.changes.map((change) => (way === 'undo' ? undone(change, before) : redone(change)))
  const next =
    way === 'undo'
      ? { done: before, undone: [...stack.undone, step] }
      : { done: [...stack.done, step], undone: stack.undone.slice(0, -1) }
  return { stack: next, values }
}

function undone({ unit, question, from }: UndoChange, before: readonly UndoStep[]): Omit<UndoChange, 'from'> {
  const made = before
    .flatMap(({ changes }) => changes)
    .findLast((change) => change.unit === unit && change.question === question)
  // What was made elsewhere meanwhile is not what this stack knows.
  const cause = made && sameValue(made.to, from) ? made.cause : undefined
  return { unit, question, to: from, ...(cause ? { cause } : {}) }
}

const redone = ({ from: _, ...change }: UndoChange): Omit<UndoChange, 'from'> => change
