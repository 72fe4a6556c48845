/** The undo stack as the event log tells it. */

import { answerOrigins, type StepMark } from '@/lib/annotation/annotations/contract'
import type { Json } from '@/lib/protocols/protocol'
import type { UndoChange, UndoStack, UndoStep } from './contract'
import { emptyStack, pushStep } from './undo-stack'

/** One saved change, or one that waits on this device to be saved. */
export interface LoggedChange {
  /** Names the step where the change names none. */
  id: string
  unit: string
  question: string
  from: Json
  to: Json
  origin: string
  suggestionId?: string | null
  step?: StepMark | null
  /** In milliseconds. */
  at: number
}

/** The stack after all these changes, oldest first. */
export const undoStackOf = (changes: readonly LoggedChange[]): UndoStack => changes.reduce(foldChange, emptyStack)

/**
 * The stack after one more change. Changes of one step need not follow each other: of a step that was saved in parts, or
 * from two devices, each part goes to where the step is. A step that the log never saw done can be neither undone nor redone.
 */
export function foldChange(stack: UndoStack, change: LoggedChange): UndoStack {
  const { id, way } = change.step ?? { id: change.id, way: 'do' }
  if (way !== 'do') return moved(stack, id, way)
  if (stack.undone.some((step) => step.id === id)) return stack
  const open = stack.done.find((step) => step.id === id)
  if (open) {
    // Typing that goes on is new, as any step is; another part of what was saved in parts is not.
    const undone = open.changes.some((existingChange) => isAt(existingChange, change)) ? [] : stack.undone
    return { done: stack.done.map((step) => (step === open ? withChange(step, change) : step)), undone }
  }
  // Only typing that names no step has to be joined by its pauses.
  const typing = !change.step && change.origin === 'typed'
  return pushStep(stack, { id, changes: [undoChange(change)], typing, at: change.at })
}

function moved({ done, undone }: UndoStack, id: string, way: 'undo' | 'redo'): UndoStack {
  const step = (way === 'undo' ? done : undone).find((each) => each.id === id)
  if (!step) return { done, undone }
  const others = (steps: readonly UndoStep[]) => steps.filter((each) => each !== step)
  return way === 'undo'
    ? { done: others(done), undone: [...undone, step] }
    : { done: [...done, step], undone: others(undone) }
}

const isAt = (existingChange: UndoChange, { unit, question }: LoggedChange) =>
  existingChange.unit === unit && existingChange.question === question

function withChange(step: UndoStep, change: LoggedChange): UndoStep {
  const { from: _, ...after } = undoChange(change)
  const changes = step.changes.some((existingChange) => isAt(existingChange, change))
    ? step.changes.map((existingChange) =>
        isAt(existingChange, change) ? { from: existingChange.from, ...after } : existingChange,
      )
    : [...step.changes, undoChange(change)]
  return { ...step, changes, at: change.at }
}

function undoChange({ unit, question, from, to, origin: name, suggestionId }: LoggedChange): UndoChange {
  const origin = answerOrigins.find((each) => each === name)
  // Events of former versions do not name the suggestion that was accepted.
  const isKnown = origin && (origin !== 'suggestion' || suggestionId)
  return {
    unit,
    question,
    from,
    to,
    ...(isKnown ? { cause: { origin, ...(suggestionId ? { suggestionId } : {}) } } : {}),
  }
}

/**
 * The log's stack with what this device knows besides: changes that wait to be saved, and the steps made here while the log
 * was being read. Steps that both know are the same.
 */
export function withLocal(log: UndoStack, waiting: readonly LoggedChange[], local: UndoStack): UndoStack {
  const localIds = new Set([...local.done, ...local.undone].map(({ id }) => id))
  const unknown = waiting.filter(({ id, step }) => !localIds.has(step?.id ?? id))
  const whole = unknown.reduce(foldChange, log)
  if (localIds.size === 0) return whole
  return { done: [...whole.done.filter(({ id }) => !localIds.has(id)), ...local.done], undone: local.undone }
}
