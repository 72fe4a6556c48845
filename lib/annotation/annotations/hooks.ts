'use client'
import { type QueryClient, type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type Confirmed, SUBMITTED, TASKS_KEPT } from '@/lib/annotation/outbox/local-store'
import type { Outbox, PutOptions } from '@/lib/annotation/outbox/outbox'
import {
  entryKey,
  type OutboxChange,
  type OutboxEntry,
  type OutboxStatus,
  type ServerValue,
} from '@/lib/annotation/outbox/outbox-entry'
import { isPassing } from '@/lib/annotation/outbox/send-schedule'
import { revealSuggestionsEndpoint } from '@/lib/annotation/suggestions/contract'
import { ApiError } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { ProtocolWork } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { stageByKey } from '@/lib/protocols/stage-by-key'
import { answersOutbox } from './answers-outbox'
import { listMySubmissionsEndpoint, openWorkbenchEndpoint, type Workbench } from './contract'
import { shownAnswers } from './rules'
import { type Place, useAnswering } from './use-answer'
import { submissionsQueue } from './waiting-submissions'

export const annotationKeys = {
  all: ['annotations'] as const,
  workbench: (taskId: string) => ['annotations', 'workbench', taskId] as const,
  /** Not among `all`: what was fetched ahead stays good when something is submitted. */
  foreseen: (projectId: string) => ['foreseen', projectId] as const,
  submissions: (projectId: string, before?: string) =>
    ['annotations', 'submissions', projectId, before ?? null] as const,
}

export const workbenchQuery = (taskId: string) =>
  queryOptions({
    queryKey: annotationKeys.workbench(taskId),
    queryFn: ({ signal }) => call(openWorkbenchEndpoint, { params: { taskId } }, { signal }),
    // A reading that set out before a save and came back after it must not take the answer back.
    // Back to one of the last tasks within the tab, without the network too: keepLast lets go of the others.
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: (old, fresh) => (old ? withNewest(old as Workbench, fresh as Workbench) : fresh),
  })

export const mySubmissionsQuery = (projectId: string, before?: string) =>
  queryOptions({
    queryKey: annotationKeys.submissions(projectId, before),
    queryFn: ({ signal }) => call(listMySubmissionsEndpoint, { params: { projectId }, query: { before } }, { signal }),
  })

function withNewest(old: Workbench, fresh: Workbench): Workbench {
  if (old.annotationId !== fresh.annotationId) return fresh
  const newer = old.answers.filter((answer) => answer.revision > (answerAt(fresh, answer)?.revision ?? 0))
  const whole = withSuggestions(fresh, old.suggestions)
  return newer.reduce((workbench, answer) => withServerValue(workbench, answer, answer.origin), whole)
}

/** The workbench with suggestions that it did not have; what was given once is not taken back. */
function withSuggestions(workbench: Workbench, given: Workbench['suggestions']): Workbench {
  const known = new Set(workbench.suggestions.map(({ id }) => id))
  const more = given.filter(({ id }) => !known.has(id))
  return more.length === 0 ? workbench : { ...workbench, suggestions: [...workbench.suggestions, ...more] }
}

/** Asks for the suggestions that were kept back until these places were answered, and shows them. Throws ApiError. */
export function useReveal({ taskId, annotationId }: Workbench): (places: readonly Place[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (places) => {
      const body = { annotationId, places: places.map(({ unit, question }) => ({ unit, question })) }
      const { suggestions } = await call(revealSuggestionsEndpoint, { params: { taskId }, body })
      client.setQueryData<Workbench>(annotationKeys.workbench(taskId), (old) =>
        old?.annotationId === annotationId ? withSuggestions(old, suggestions) : old,
      )
    },
    [client, taskId, annotationId],
  )
}

const answerAt = (workbench: Workbench, at: { unit: string; question: string }) =>
  workbench.answers.find((answer) => answer.unit === at.unit && answer.question === at.question)

/** The workbench with one field as the server now has it; an older revision changes nothing. */
export function withServerValue(
  workbench: Workbench,
  { unit, question, value, revision, savedAt }: ServerValue,
  origin: Workbench['answers'][number]['origin'] = 'chosen',
): Workbench {
  const known = answerAt(workbench, { unit, question })
  if (known && known.revision >= revision) return workbench
  const answer = { unit, question, value, revision, savedAt, origin }
  return { ...workbench, answers: [...workbench.answers.filter((other) => other !== known), answer] }
}

/** Is the workbench older than what the server last confirmed of its annotation? */
function isBehind(workbench: Workbench, confirmed: Confirmed | null): boolean {
  if (confirmed === null) return false
  if (confirmed === SUBMITTED) return workbench.mode === 'editing'
  return (answerAt(workbench, confirmed)?.revision ?? 0) < confirmed.revision
}

const looked = new WeakMap<QueryClient, QueryKey[]>()

/** Keeps what was looked at last, this before all others, and lets go of what nobody shows any more and was before that. */
export function keepLast(client: QueryClient, queryKey: QueryKey): void {
  const isSame = (other: QueryKey) => other.join('/') === queryKey.join('/')
  const order = [queryKey, ...(looked.get(client) ?? []).filter((other) => !isSame(other))]
  for (const old of order.splice(TASKS_KEPT)) client.removeQueries({ queryKey: old, exact: true, type: 'inactive' })
  looked.set(client, order)
}

interface Unsent {
  outbox: Outbox | null
  entries: OutboxEntry[]
  /** Of the person's earlier rounds of the task: nobody waits for it. */
  leftovers: OutboxEntry[]
  status: OutboxStatus
}

/** A person's outbox with its unsent changes of one annotation; nothing while the server renders. */
function useOutbox({ userId, taskId, annotationId }: Workbench): Unsent {
  const [outbox] = useState(() => (typeof window === 'undefined' ? null : answersOutbox(userId)))
  const version = useSyncExternalStore(
    outbox?.subscribe ?? never,
    () => outbox?.version() ?? 0,
    () => 0,
  )
  return useMemo(() => {
    const seen = version > 0 ? outbox : null
    const status = seen?.status(annotationId) ?? { state: 'saved' as const, count: 0, unkept: false }
    const leftovers = seen?.leftovers({ taskId, annotationId }) ?? []
    return { outbox, entries: seen?.entries(annotationId) ?? [], leftovers, status }
  }, [outbox, taskId, annotationId, version])
}
const never = () => () => {}

/**
 * One's annotation of a task: the server's answers with this device's unsent ones over them, kept up to date, what they
 * are about (the units that they list among it), and how to change them: `answer`, `undo`, `redo`.
 */
export function useWorkbench(initial: Workbench, protocol: ProtocolWork) {
  const loaded = useLoaded(initial)
  const stage = stageByKey(protocol, initial.stageKey)
  const { workbench, answers } = loaded
  const base = useMemo(() => ({ content: workbench.item.content, units: workbench.units }), [workbench])
  const subject = useMemo(() => withMadeUnits(stage, base, answers), [stage, base, answers])
  return { ...loaded, stage, subject, ...useAnswering({ ...loaded, subject }, stage) }
}

function useLoaded(initial: Workbench) {
  const client = useQueryClient()
  const { taskId, userId } = initial
  const { data: workbench, error } = useQuery({ ...workbenchQuery(taskId), initialData: initial })
  const { outbox, entries, leftovers, status } = useOutbox(workbench)
  useEffect(() => keepLast(client, annotationKeys.workbench(taskId)), [client, taskId])
  /** How what this page saves came about: the server's answer does not repeat it. */
  const made = useRef(new Map<string, OutboxChange>())
  useEffect(() => {
    const queryKey = annotationKeys.workbench(taskId)
    const { onServerValue, lastConfirmed } = answersOutbox(userId)
    const end = onServerValue((annotationId, value) => {
      const own = made.current.get(entryKey({ annotationId, ...value }))
      const origin = own && sameValue(own.value, value.value) ? own.origin : undefined
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
    const known = client.getQueryData<Workbench>(annotationKeys.workbench(taskId)) ?? workbench
    const { revision = 0, value: held = null } = answerAt(known, change) ?? {}
    made.current.set(entryKey(change), change)
    // Who goes on working has not submitted.
    submissionsQueue(userId).drop(workbench.annotationId)
    outbox?.put(change, revision, { ...options, held })
  }
  const unsent = () => outbox?.entries(workbench.annotationId) ?? []
  const letGo = (at: Place) => outbox?.settle(entryKey({ ...at, annotationId: workbench.annotationId }), 'theirs')
  // What was only fetched ahead may be somebody else's by the time it is opened.
  const notOpened = workbench.foreseen && error && !isPassing(error instanceof ApiError ? error : null) ? error : null
  return { workbench, notOpened, answers, entries, leftovers, status, outbox, put, unsent, letGo }
}
