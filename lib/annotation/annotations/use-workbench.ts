'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { v4 as uuidv4 } from 'uuid'
import type { Outbox, PutOptions } from '@/lib/annotation/outbox/outbox'
import { entryKey, type OutboxChange, type OutboxEntry, type OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { ApiError, isPassing } from '@/lib/platform/client/api-error'
import { entriesOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, ProtocolWork, Question, Stage, Subject } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { stageByKey } from '@/lib/protocols/stage-by-key'
import { answersOutbox, onOutdatedTask } from './answers-outbox'
import type { AnswerCause, StepMark, Workbench } from './contract'
import { annotationKeys, answerAt, isBehind, keepLast, withServerValue, workbenchQuery } from './hooks'
import {
  type AnswerChange,
  type AnswerPlace,
  type CausedChange,
  problemWith,
  realChanges,
  shownAnswers,
  withChanges,
} from './rules'
import { nameStep, pushStep, takeStep } from './undo/undo-stack'
import { useUndoStack } from './undo/use-undo-stack'
import { submissionsQueue } from './waiting-submissions'

/**
 * One's annotation of a task: the server's answers with this device's unsent ones over them, kept up to date, what they
 * are about (the units that they list among it), and how to change them: `answer`, `undo`, `redo`.
 */
export function useWorkbench(initial: Workbench, protocol: ProtocolWork) {
  return useAnswers(useLoaded(initial), initial, protocol)
}

/** The same of a task that nobody keeps: answers stay on this page, to try a protocol with. */
export function useLocalWorkbench(initial: Workbench, protocol: ProtocolWork) {
  return useAnswers(useLocal(initial), initial, protocol)
}

function useAnswers(loaded: Loaded, initial: Workbench, protocol: ProtocolWork) {
  const stage = stageByKey(protocol, initial.stageKey)
  const { workbench, answers } = loaded
  const base = useMemo(() => ({ content: workbench.item.content, units: workbench.units }), [workbench])
  const subject = useMemo(() => withMadeUnits(stage, base, answers), [stage, base, answers])
  return { ...loaded, stage, subject, ...useAnswering({ ...loaded, subject }, stage) }
}

type Loaded = ReturnType<typeof useLoaded>

const SAVED = { state: 'saved' as const, count: 0, unkept: false }

function useLocal(initial: Workbench): Loaded {
  const [workbench, setWorkbench] = useState(initial)
  const answers = useMemo(() => shownAnswers(workbench.answers, []), [workbench])
  const put = ({ unit, question, value, origin }: OutboxChange) =>
    setWorkbench((old) => {
      const { revision = 0 } = answerAt(old, { unit, question }) ?? {}
      const saved = { unit, question, value, revision: revision + 1, savedAt: new Date().toISOString() }
      return withServerValue(old, saved, origin)
    })
  const outboxState = { entries: [], leftovers: [], status: SAVED, outbox: null }
  return { workbench, answers, ...outboxState, notOpened: null, put, unsent: () => [], letGo: () => undefined }
}

interface Unsent {
  outbox: Outbox | null
  entries: OutboxEntry[]
  /** Of the person's earlier rounds of the task: nobody waits for it. */
  leftovers: OutboxEntry[]
  status: OutboxStatus
}

/** What the server draws: it does not know what this device has kept and not sent. */
const OPENING = { state: 'opening' as const, count: 0, unkept: false }

/** A person's outbox with its unsent changes of one annotation; nothing while the server renders. */
function useOutbox({ userId, taskId, annotationId }: Workbench): Unsent {
  const [outbox] = useState(() => (typeof window === 'undefined' ? null : answersOutbox(userId)))
  const version = useSyncExternalStore(
    outbox?.subscribe ?? never,
    () => outbox?.version() ?? 0,
    () => 0,
  )
  return useMemo(() => {
    const readyOutbox = version > 0 ? outbox : null
    const status = readyOutbox?.status(annotationId) ?? OPENING
    const leftovers = readyOutbox?.leftovers({ taskId, annotationId }) ?? []
    return { outbox, entries: readyOutbox?.entries(annotationId) ?? [], leftovers, status }
  }, [outbox, taskId, annotationId, version])
}
const never = () => () => {}

function useLoaded(initial: Workbench) {
  const client = useQueryClient()
  const { taskId, userId } = initial
  const { data, error } = useQuery({ ...workbenchQuery(taskId), initialData: initial })
  const isClosed = error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found')
  // What the server shows its reader no more can be read as it was.
  const workbench = useMemo((): Workbench => (isClosed ? { ...data, mode: 'reading' } : data), [data, isClosed])
  const { outbox, entries, leftovers, status } = useOutbox(workbench)
  useEffect(() => keepLast(client, annotationKeys.workbench(taskId)), [client, taskId])
  useEffect(
    () =>
      onOutdatedTask((outdated) => {
        void client.invalidateQueries({ queryKey: annotationKeys.workbench(outdated) })
      }),
    [client],
  )
  /** How what this page saves came about: the server's answer does not repeat it. */
  const sentChanges = useRef(new Map<string, OutboxChange>())
  useEffect(() => {
    const queryKey = annotationKeys.workbench(taskId)
    const annotationOutbox = answersOutbox(userId)
    const { onServerValue, lastConfirmed } = annotationOutbox
    // Guidelines may just have been confirmed before this page.
    annotationOutbox.resume()
    const end = onServerValue((annotationId, value) => {
      const sent = sentChanges.current.get(entryKey({ annotationId, ...value }))
      const origin = sent && sameValue(sent.value, value.value) ? sent.origin : undefined
      client.setQueryData<Workbench>(queryKey, (old) =>
        old?.annotationId === annotationId ? withServerValue(old, value, origin) : old,
      )
    })
    // The page that one came from, or another tab, may have saved after this page was drawn and before it listened.
    const drawn = client.getQueryData<Workbench>(queryKey)
    if (drawn && isBehind(drawn, lastConfirmed(drawn.annotationId))) void client.invalidateQueries({ queryKey })
    return end
  }, [client, userId, taskId])
  const answers = useMemo(
    () => shownAnswers(workbench.answers, workbench.mode === 'editing' ? entries : []),
    [workbench, entries],
  )
  const put = (change: OutboxChange, options: PutOptions) => {
    const current = client.getQueryData<Workbench>(annotationKeys.workbench(taskId)) ?? workbench
    const { revision = 0, value: held = null } = answerAt(current, change) ?? {}
    sentChanges.current.set(entryKey(change), change)
    // Who goes on working has not submitted.
    submissionsQueue(userId).drop(workbench.annotationId)
    outbox?.put(change, revision, { ...options, held })
  }
  const unsent = () => outbox?.entries(workbench.annotationId) ?? []
  const letGo = (place: AnswerPlace) =>
    outbox?.settle(entryKey({ ...place, annotationId: workbench.annotationId }), 'theirs')
  // What was only fetched ahead may be somebody else's by the time it is opened.
  const notOpened = workbench.foreseen && error && !isPassing(error) ? error : null
  return { workbench, notOpened, answers, entries, leftovers, status, outbox, put, unsent, letGo }
}

/** What answering needs to know of the annotation that is open, and how its changes are kept. */
interface OpenAnnotation {
  workbench: Workbench
  /** With the units that the answers list. */
  subject: Subject
  answers: Answers
  /** Puts a change into the outbox. */
  put(change: OutboxChange, options: PutOptions): void
  /** What is not saved at this moment. */
  unsent(): readonly OutboxEntry[]
  /** Lets go of the unsent change at a place. */
  letGo(place: AnswerPlace): void
}

type RealChange = CausedChange & { from: Json }

/** Finds the question a change answers, also of a unit that the very changes bring into being or put back. */
function questionFinder({ subject, answers }: OpenAnnotation, stage: Stage, changes: readonly AnswerChange[]) {
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
function letGoOfUnlisted(
  { workbench, answers, unsent, letGo }: OpenAnnotation,
  stage: Stage,
  changes: readonly AnswerChange[],
) {
  const lists = stage.questions.flatMap(({ key, list }) => (list ? [key] : []))
  if (!changes.some(({ question }) => lists.includes(question))) return []
  const listedIn = (someAnswers: Answers) =>
    Object.values(someAnswers).flatMap((each) => lists.flatMap((list) => entriesOf(each[list]).map(({ key }) => key)))
  const listed = new Set([...workbench.units.map(({ key }) => key), ...listedIn(withChanges(answers, changes))])
  // Only what these changes took off: another tab may have listed, and be writing about, what this one has not heard of.
  const removedKeys = new Set(listedIn(answers).filter((key) => !listed.has(key)))
  const unlisted = unsent().filter(({ unit }) => removedKeys.has(unit))
  for (const entry of unlisted) letGo(entry)
  return unlisted.flatMap(({ unit, question, value }): RealChange[] =>
    value === null ? [] : [{ unit, question, from: value, value: null }],
  )
}

/**
 * Saves changes: onto the device at once, from there to the server. `plan` says what there is to do, each change with what
 * was there before; `send` does it as a part of a step.
 */
function useSave(open: OpenAnnotation, stage: Stage) {
  const { taskId, annotationId } = open.workbench
  const plan = (changes: readonly CausedChange[], common: AnswerCause) => {
    const real: RealChange[] = realChanges(open.answers, changes)
    const questionOf = questionFinder(open, stage, real)
    const planned = real.map(({ cause = common, ...change }) => ({ ...change, cause, question: questionOf(change) }))
    const typing =
      real.length > 0 && planned.every(({ question, cause }) => question?.form === 'text' && cause.origin === 'typed')
    return { real, planned, typing }
  }
  const send = ({ real, planned, typing }: ReturnType<typeof plan>, step: StepMark): RealChange[] => {
    for (const [index, { from: seen, value, unit, cause, question }] of planned.entries())
      open.put(
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
        { typing, problem: question ? problemWith(question, value, open.subject) : null, seen },
      )
    return [...real, ...(typing ? [] : letGoOfUnlisted(open, stage, real))]
  }
  return { plan, send }
}

/** What undo or redo set; or `overtaken`: another value stands at a place by now, so nothing was set. */
type Travelled = { changes: readonly AnswerChange[] } | { overtaken: AnswerPlace }

/** Answering with undo and redo. `undo` and `redo` go the same way as any change and say where something happened. */
function useAnswering(open: OpenAnnotation, stage: Stage) {
  const { plan, send } = useSave(open, stage)
  const [stack, replace] = useUndoStack(open.workbench, open.unsent)
  const listed = new Set(open.subject.units.map(({ key }) => key))
  /** Of a unit that no list holds, nobody can see what it holds. */
  const holds = ({ unit, question }: AnswerPlace) =>
    listed.has(unit) ? (open.answers[unit]?.[question] ?? null) : undefined
  const travel = (way: 'undo' | 'redo'): Travelled | null => {
    const takenStep = takeStep(stack(), way, holds)
    if (!takenStep) return null
    replace(takenStep.stack)
    if (takenStep.kind === 'overtaken') return { overtaken: takenStep.at }
    const values = takenStep.values.map(({ to, ...change }) => ({ ...change, value: to }))
    send(plan(values, { origin: 'chosen' }), takenStep.mark)
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
