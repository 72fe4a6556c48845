/** Undo and redo as data: what changed, in steps; applying a step is an ordinary change, saved like any other. */

import type { StepMark } from '@/lib/annotation/annotations/contract'
import type { Json } from '@/lib/protocols/protocol'
import { sameExactly } from '@/lib/protocols/same-value'
import { MOST_STEPS, type UndoChange, type UndoStack, type UndoStep } from './contract'

const SAME_BURST_MS = 2_000

export const emptyStack: UndoStack = { done: [], undone: [] }

/** Adds a step; typing in one field without a pause is one step. What was undone before is gone then. */
export function pushStep(stack: UndoStack, step: UndoStep): UndoStack {
  const last = stack.done.at(-1)
  const joined = last && joinTyping(last, step)
  const done = joined ? [...stack.done.slice(0, -1), joined] : [...stack.done, step].slice(-MOST_STEPS)
  return { done, undone: [] }
}

/** The name of the step that these changes are a part of: a new one, or that of the typing they go on with. */
export function nameStep(stack: UndoStack, step: UndoStep): string {
  const last = stack.done.at(-1)
  return (last && joinTyping(last, step))?.id ?? step.id
}

function joinTyping(last: UndoStep, step: UndoStep): UndoStep | null {
  const [before, after] = [last.changes[0], step.changes[0]]
  if (!last.typing || !step.typing || !before || !after || step.at - last.at > SAME_BURST_MS) return null
  if (before.unit !== after.unit || before.question !== after.question) return null
  return { ...step, id: last.id, changes: [{ ...after, from: before.from }] }
}

type ChangePlace = Pick<UndoChange, 'unit' | 'question'>
type Value = Omit<UndoChange, 'from'>

export type TakenStep =
  | { kind: 'taken'; stack: UndoStack; mark: StepMark; values: Value[] }
  /** Another value stands at that place by now, so nothing is set; the step is off the stack. */
  | { kind: 'overtaken'; stack: UndoStack; at: ChangePlace }

/**
 * The step back or forth: the new stack, and the values to set; null when there is none. A value that comes back has the
 * cause it had, where the stack knows it. `holds`: the value at a place now, undefined where it cannot be seen. A step is
 * taken as a whole or not at all: what was written elsewhere meanwhile is never overwritten.
 */
export function takeStep(
  stack: UndoStack,
  way: 'undo' | 'redo',
  holds: (place: ChangePlace) => Json | undefined,
): TakenStep | null {
  const step = way === 'undo' ? stack.done.at(-1) : stack.undone.at(-1)
  if (!step) return null
  const [done, undone] =
    way === 'undo' ? [stack.done.slice(0, -1), stack.undone] : [stack.done, stack.undone.slice(0, -1)]
  const overtaken = step.changes.find((change) => {
    const currentValue = holds(change)
    return currentValue !== undefined && !sameExactly(currentValue, way === 'undo' ? change.to : change.from)
  })
  if (overtaken) {
    const { unit, question } = overtaken
    return { kind: 'overtaken', stack: { done, undone }, at: { unit, question } }
  }
  const mark: StepMark = { id: step.id, way }
  if (way === 'redo')
    return { kind: 'taken', stack: { done: [...done, step], undone }, mark, values: step.changes.map(redoneValue) }
  const values = step.changes.map((change) => undoneValue(change, done))
  return { kind: 'taken', stack: { done, undone: [...undone, step] }, mark, values }
}

function undoneValue({ unit, question, from }: UndoChange, before: readonly UndoStep[]): Value {
  const earlierChange = before
    .flatMap(({ changes }) => changes)
    .findLast((change) => change.unit === unit && change.question === question)
  // What was made elsewhere meanwhile is not what this stack knows.
  const cause = earlierChange && sameExactly(earlierChange.to, from) ? earlierChange.cause : undefined
  return { unit, question, to: from, ...(cause ? { cause } : {}) }
}

const redoneValue = ({ from: _, ...change }: UndoChange): Value => change
