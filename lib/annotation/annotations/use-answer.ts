'use client'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { entriesOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Question, Stage, Subject } from '@/lib/protocols/protocol'
import type { AnswerCause, AnswerOrigin, StepMark, Workbench } from './contract'
import { type AnswerChange, type CausedChange, problemWith, realChanges, withChanges } from './rules'
import { type UndoStack, undoStackSchema } from './undo/contract'
import { type LoggedChange, withLocal } from './undo/fold-log'
import { undoStepsQuery } from './undo/hooks'
import { emptyStack, nameStep, pushStep, takeStep } from './undo/undo-stack'

/** A change that waits on this device, as lib/annotation/outbox/outbox-entry.ts keeps it. */
interface UnsentChange {
  unit: string
  question: string
  value: Json
  baseValue: Json
  origin: AnswerOrigin
  suggestionId: string | null
  step?: StepMark
  seq: number
  editedAt: number
}

interface Held {
  key: string
  stack: UndoStack
  /** Is it the whole stack, or only what was done while the log is being read? */
  whole: boolean
}

/**
 * The undo stack of an annotation. It outlives a reload with its tab; where this tab has none, it is made anew from the event
 * log and from what waits on this device.
 */
function useUndoStack(
  workbench: Workbench,
  unsent: () => readonly UnsentChange[],
): [get: () => UndoStack, replace: (stack: UndoStack) => void] {
  const { taskId, annotationId } = workbench
  const key = `${PREFIX}${annotationId}`
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const held = useRef<Held | null>(null)
  const [, redraw] = useState(0)
  const read = (): Held => {
    if (held.current?.key === key) return held.current
    const stored = readStack(key)
    const isNew = stored === null && workbench.mode === 'editing' && hasHistory(workbench, unsent())
    held.current = { key, stack: stored ?? emptyStack, whole: !isNew }
    return held.current
  }
  const { data: log } = useQuery({ ...undoStepsQuery(taskId, annotationId), enabled: ready && !read().whole })
  const get = () => {
    if (!ready) return emptyStack
    const now = read()
    if (now.whole || log?.annotationId !== annotationId) return now.stack
    const stack = withLocal({ done: log.done, undone: log.undone }, unsent().toSorted(bySeq).map(asLogged), now.stack)
    held.current = { key, stack, whole: true }
    keep(key, stack)
    return stack
  }
  const replace = (stack: UndoStack) => {
    const { whole } = read()
    held.current = { key, stack, whole }
    redraw((count) => count + 1)
    // A part of a stack, kept, would be taken for the whole after a reload.
    if (whole) keep(key, stack)
  }
  return [get, replace]
}
const never = () => () => {}
const PREFIX = 'assay-undo/'
const bySeq = (a: UnsentChange, b: UnsentChange) => a.seq - b.seq

/** Has anything been done in this annotation, beyond what it began with? */
const hasHistory = ({ answers }: Workbench, unsent: readonly UnsentChange[]) =>
  unsent.length > 0 ||
  answers.some(({ origin, revision }) => revision > 1 || (origin !== 'carried' && origin !== 'imported'))

function asLogged({ value, baseValue, seq, editedAt, ...change }: UnsentChange): LoggedChange {
  return { ...change, id: `unsent-${seq}`, from: baseValue, to: value, at: editedAt }
}

/** Where the storage is full, other tasks' stacks make room. What finds none costs nothing: the event log has it all. */
function keep(key: string, stack: UndoStack): void {
  const text = JSON.stringify(stack)
  try {
    sessionStorage.setItem(key, text)
  } catch {
    try {
      // An older part of this stack would be taken for the whole after a reload.
      for (const other of Object.keys(sessionStorage)) if (other.startsWith(PREFIX)) sessionStorage.removeItem(other)
      sessionStorage.setItem(key, text)
    } catch {
      // It is too large by itself, or keeping is forbidden.
    }
  }
}

function readStack(key: string): UndoStack | null {
  try {
    return undoStackSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

interface Bench {
  workbench: Workbench
  /** With the units that the answers list. */
  subject: Subject
  answers: Answers
  /** Where changes go, as lib/annotation/outbox/outbox.ts takes them. */
  put(
    change: AnswerChange & {
      taskId: string
      annotationId: string
      origin: AnswerOrigin
      suggestionId: string | null
      step: StepMark
    },
    options: { typing: boolean; problem: string | null; seen: Json },
  ): void
  /** What is not saved at this moment. */
  unsent(): readonly UnsentChange[]
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

/**
 * Saves changes: onto the device at once, from there to the server. `plan` says what there is to do, each change with what
 * was there before; `send` does it as a part of a step.
 */
function useSave(bench: Bench, stage: Stage) {
  const { taskId, annotationId } = bench.workbench
  const plan = (changes: readonly CausedChange[], common: AnswerCause) => {
    const real: RealChange[] = realChanges(bench.answers, changes)
    const questionOf = questionFinder(bench, stage, real)
    const planned = real.map(({ cause = common, ...change }) => ({ ...change, cause, question: questionOf(change) }))
    const typing =
      real.length > 0 && planned.every(({ question, cause }) => question?.form === 'text' && cause.origin === 'typed')
    return { real, planned, typing }
  }
  const send = ({ real, planned, typing }: ReturnType<typeof plan>, step: StepMark): RealChange[] => {
    for (const [index, { from: seen, value, unit, cause, question }] of planned.entries())
      bench.put(
        {
          taskId,
          annotationId,
          unit,
          question: real[index]?.question ?? '',
          value,
          step,
          origin: cause.origin,
          suggestionId: cause.suggestionId ?? null,
        },
        { typing, problem: question ? problemWith(question, value) : null, seen },
      )
    return [...real, ...(typing ? [] : letGoOfUnlisted(bench, stage, real))]
  }
  return { plan, send }
}

/** Where an undone or redone change was made. */
export type Place = Pick<AnswerChange, 'unit' | 'question'>

/** What undo or redo set; or `overtaken`: another value stands at a place by now, so nothing was set. */
export type Travelled = { changes: readonly AnswerChange[] } | { overtaken: Place }

/** Answering with undo and redo. `undo` and `redo` go the same way as any change and say where something happened. */
export function useAnswering(bench: Bench, stage: Stage) {
  const { plan, send } = useSave(bench, stage)
  const [stack, replace] = useUndoStack(bench.workbench, bench.unsent)
  const listed = new Set(bench.subject.units.map(({ key }) => key))
  /** Of a unit that no list holds, nobody can see what it holds. */
  const holds = ({ unit, question }: Place) =>
    listed.has(unit) ? (bench.answers[unit]?.[question] ?? null) : undefined
  const travel = (way: 'undo' | 'redo'): Travelled | null => {
    const taken = takeStep(stack(), way, holds)
    if (!taken) return null
    replace(taken.stack)
    if (taken.kind === 'overtaken') return { overtaken: taken.at }
    const values = taken.values.map(({ to, ...change }) => ({ ...change, value: to }))
    send(plan(values, { origin: 'chosen' }), taken.mark)
    return { changes: values }
  }
  return {
    answer: (changes: readonly CausedChange[], cause: AnswerCause) => {
      const planned = plan(changes, cause)
      if (planned.real.length === 0) return
      const step = { id: uuidv4(), changes: stepChanges(planned.real, cause), typing: planned.typing, at: Date.now() }
      const real = send(planned, { id: nameStep(stack(), step), way: 'do' })
      replace(pushStep(stack(), { ...step, changes: stepChanges(real, cause) }))
    },
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    canUndo: stack().done.length > 0,
    canRedo: stack().undone.length > 0,
  }
}

const stepChanges = (real: readonly RealChange[], common: AnswerCause) =>
  real.map(({ unit, question, from, value, cause = common }) => ({ unit, question, from, to: value, cause }))
