'use client'
import { type QueryClient, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Confirmed, SUBMITTED, TASKS_KEPT } from '@/lib/annotation/outbox/local-store'
import type { ServerValue } from '@/lib/annotation/outbox/outbox-entry'
import { revealSuggestionsEndpoint } from '@/lib/annotation/suggestions/contract'
import { call } from '@/lib/platform/client/fetch-json'
import { listMySubmissionsEndpoint, openWorkbenchEndpoint, type Workbench } from './contract'
import type { AnswerPlace } from './rules'

export const annotationKeys = {
  all: ['annotations'] as const,
  workbench: (taskId: string) => ['annotations', 'workbench', taskId] as const,
  /** Not among `all`: what was fetched ahead stays good when something is submitted. */
  foreseen: (projectId: string) => ['foreseen', projectId] as const,
  ownSubmissions: ['annotations', 'submissions'] as const,
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
function withSuggestions(workbench: Workbench, suggestions: Workbench['suggestions']): Workbench {
  const existingIds = new Set(workbench.suggestions.map(({ id }) => id))
  const more = suggestions.filter(({ id }) => !existingIds.has(id))
  return more.length === 0 ? workbench : { ...workbench, suggestions: [...workbench.suggestions, ...more] }
}

/** Asks for the suggestions that were kept back until these places were answered, and shows them. Throws ApiError. */
export function useReveal({ taskId, annotationId }: Workbench): (places: readonly AnswerPlace[]) => Promise<void> {
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

export const answerAt = (workbench: Workbench, place: AnswerPlace) =>
  workbench.answers.find((answer) => answer.unit === place.unit && answer.question === place.question)

/** The workbench with one field as the server now has it; an older revision changes nothing. */
export function withServerValue(
  workbench: Workbench,
  { unit, question, value, revision, savedAt }: ServerValue,
  origin: Workbench['answers'][number]['origin'] = 'chosen',
): Workbench {
  const existingAnswer = answerAt(workbench, { unit, question })
  if (existingAnswer && existingAnswer.revision >= revision) return workbench
  const answer = { unit, question, value, revision, savedAt, origin }
  return { ...workbench, answers: [...workbench.answers.filter((other) => other !== existingAnswer), answer] }
}

/** Is the workbench older than what the server last confirmed of its annotation? */
export function isBehind(workbench: Workbench, confirmed: Confirmed | null): boolean {
  if (confirmed === null) return false
  if (confirmed === SUBMITTED) return workbench.mode === 'editing'
  return (answerAt(workbench, confirmed)?.revision ?? 0) < confirmed.revision
}

/** A task that stays on the page is read again after so long; before, who goes on to the next would wait for it. */
const READ_AGAIN_MS = 1_000

/** What most often is left at once is out of date: it is read again where it is still shown a moment later. */
export function readAgainIfShown(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey, refetchType: 'none' })
  setTimeout(() => void client.refetchQueries({ queryKey, type: 'active', stale: true }), READ_AGAIN_MS)
}

const looked = new WeakMap<QueryClient, QueryKey[]>()

/** Keeps what was looked at last, this before all others, and lets go of what nobody shows any more and was before that. */
export function keepLast(client: QueryClient, queryKey: QueryKey): void {
  const isSame = (other: QueryKey) => other.join('/') === queryKey.join('/')
  const order = [queryKey, ...(looked.get(client) ?? []).filter((other) => !isSame(other))]
  for (const old of order.splice(TASKS_KEPT)) client.removeQueries({ queryKey: old, exact: true, type: 'inactive' })
  looked.set(client, order)
}
