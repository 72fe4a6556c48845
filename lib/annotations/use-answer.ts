'use client'
import { useRef, useState, useSyncExternalStore } from 'react'
import { entriesOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Question, Stage, Subject } from '@/lib/protocols/protocol'
import type { AnswerCause, AnswerOrigin, Workbench } from './contract'
import { type AnswerChange, type CausedChange, problemWith, realChanges, withChanges } from './rules'
import { emptyStack, pushStep, takeStep, type UndoStack, undoStackSchema } from './undo-stack'

interface Bench {
  workbench: Workbench
  /** With the units that the answers list. */
  subject: Subject
  answers: Answers
  /** Where changes go, as lib/client/outbox.ts takes them. */
  put(
    change: AnswerChange & { taskId: string; annotationId: string; origin: AnswerOrigin; suggestionId: string | null },
    options: { typing: boolean; problem: string | null; seen: Json },
  ): void
  /** What is not saved at this moment. */
  unsent(): readonly AnswerChange[]
  /** Lets go of the unsent change at a place. */
  letGo(at: Place): void
}

type RealChange = CausedChange & { from: Json }

/** Finds the question a change answers, also of a unit that the very changes bring into being or put back. */
function questionFinder({ subject, answers }: Bench, stage: Stage, changes: readonly AnswerChange[]) {
  const kindIn = ({ units }: Subject, key: string) => units.find((unit) => unit.key === key)?.kind
  let after: Subject | null = null
  return ({ unit, question }: AnswerChange): Question | undefined => {
    let kind = kindIn(subject, unit)
    if (kind === undefined) {
      after ??= withMadeUnits(stage, subject, withChanges(answers, changes))
      kind = kindIn(after, unit)
    }
    return stage.questions.find((candidate) => candidate.key === question && candidate.unit === kind)
  }
}

/**
 * Lets go of unsent changes about units that these changes take off a list: the server may never have heard of those units, and
 * would refuse them for ever. Returns the changes by which they come back.
 */
function letGoOfUnlisted({ workbench, answers, unsent, letGo }: Bench, stage: Stage, changes: readonly AnswerChange[]) {
  const lists = stage.questions.flatMap(({ key, list }) => (list ? [key] : []))
  if (!changes.some(({ question }) => lists.includes(question))) return []
  const listedIn = (given: Answers) =>
    Object.values(given).flatMap((each) => lists.flatMap((list) => entriesOf(each[list]).map(({ key }) => key)))
  const listed = new Set([...workbench.units.map(({ key }) => key), ...listedIn(withChanges(answers, changes))])
  // Only what these changes took off: another tab may have listed, and be writing about, what this one has not heard of.
  const taken = new Set(listedIn(answers).filter((key) => !listed.has(key)))
  const unlisted = unsent().filter(({ unit }) => taken.has(unit))
  for (const entry of unlisted) letGo(entry)
  return unlisted.flatMap(({ unit, question, value }): RealChange[] =>
    value === null ? [] : [{ unit, question, from: value, value: null }],
  )
}

/** Saves changes: onto the device at once, from there to the server. Returns each with what was there before. */
function useSave(bench: Bench, stage: Stage) {
  const { taskId, annotationId } = bench.workbench
  return (changes: readonly CausedChange[], common: AnswerCause) => {
    const real: RealChange[] = realChanges(bench.answers, changes)
    const questionOf = questionFinder(bench, stage, real)
    let typing = real.length > 0
    for (const { from: seen, cause = common, ...change } of real) {
      const question = questionOf(change)
      const problem = question ? problemWith(question, change.value) : null
      typing &&= question?.form === 'text' && cause.origin === 'typed'
      bench.put(
        { ...change, taskId, annotationId, origin: cause.origin, suggestionId: cause.suggestionId ?? null },
        { typing, problem, seen },
      )
    }
    const gone = typing ? [] : letGoOfUnlisted(bench, stage, real)
    return { real: [...real, ...gone], typing }
  }
}

/** Where an undone or redone change was made. */
export type Place = Pick<AnswerChange, 'unit' | 'question'>

/** Answering with undo and redo. `undo` and `redo` go the same way as any change and say where something happened. */
export function useAnswering(bench: Bench, stage: Stage) {
  const save = useSave(bench, stage)
  const [stack, replace] = useUndoStack(bench.workbench.annotationId)
  const travel = (way: 'undo' | 'redo'): Place | null => {
    const taken = takeStep(stack(), way)
    if (!taken) return null
    replace(taken.stack)
    save(
      taken.values.map(({ to, ...change }) => ({ ...change, value: to })),
      { origin: 'chosen' },
    )
    return taken.values[0] ?? null
  }
  return {
    answer: (changes: readonly CausedChange[], cause: AnswerCause) => {
      const { real, typing } = save(changes, cause)
      if (real.length === 0) return
      const steps = real.map(({ unit, question, from, value, cause: own }) => {
        return { unit, question, from, to: value, cause: own ?? cause }
      })
      replace(pushStep(stack(), { changes: steps, typing, at: Date.now() }))
    },
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    canUndo: stack().done.length > 0,
    canRedo: stack().undone.length > 0,
  }
}

/** The undo stack of an annotation; it outlives a reload, not the tab. */
function useUndoStack(annotationId: string): [get: () => UndoStack, replace: (stack: UndoStack) => void] {
  const key = `assay-undo/${annotationId}`
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const current = useRef<{ key: string; stack: UndoStack } | null>(null)
  const [, redraw] = useState(0)
  const get = () => {
    if (!ready) return emptyStack
    if (current.current?.key !== key) current.current = { key, stack: readStack(key) }
    return current.current.stack
  }
  const replace = (stack: UndoStack) => {
    current.current = { key, stack }
    redraw((count) => count + 1)
    try {
      sessionStorage.setItem(key, JSON.stringify(stack))
    } catch {
      // A full or forbidden storage costs the undo history on reload, nothing else.
    }
  }
  return [get, replace]
}
const never = () => () => {}

function readStack(key: string): UndoStack {
  try {
    return undoStackSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return emptyStack
  }
}
