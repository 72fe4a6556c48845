'use client'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { UnreportedTime } from '@/lib/annotation/annotations/heartbeat/hooks'
import { annotationKeys } from '@/lib/annotation/annotations/hooks'
import {
  sendSubmission,
  submissionsQueue,
  type WaitingSubmission,
} from '@/lib/annotation/annotations/waiting-submissions'
import type { Outbox } from '@/lib/annotation/outbox/outbox'
import type { OutboxState, OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { isPassing } from '@/lib/annotation/outbox/send-schedule'
import { ApiError } from '@/lib/platform/client/api-error'

/** What only takes time, or a sign-in. */
const PASSING: readonly OutboxState[] = ['saving', 'waiting', 'signed-out']

/** Work could not be submitted because something of it needs the person first. */
export class UnsavedError extends Error {
  constructor(readonly status: OutboxStatus) {
    super('Not everything has been saved yet.')
    this.name = 'UnsavedError'
  }
}

/** What is to be submitted in this tab: one's present task, how many others wait, and which are tried no more. */
export function useWaitingSubmissions({ userId, annotationId }: Workbench) {
  const client = useQueryClient()
  const [queue] = useState(() => (typeof window === 'undefined' ? null : submissionsQueue(userId)))
  const all = useSyncExternalStore(queue?.subscribe ?? never, queue?.all ?? nothing, nothing)
  useEffect(() => queue?.onDone((taskId, at) => markSubmitted(client, taskId, at)), [queue, client])
  const own = all.find((each) => each.annotationId === annotationId) ?? null
  const others = all.filter((each) => each !== own)
  const refused = others.filter((each) => each.problem !== null)
  return { queue, own, othersWaiting: others.length - refused.length, othersRefused: refused }
}
const NOTHING: readonly WaitingSubmission[] = []
const nothing = () => NOTHING
const never = () => () => {}

/** Shows a task as submitted at once; what else that changes is read behind it. */
function markSubmitted(client: QueryClient, taskId: string, submittedAt: string): void {
  client.setQueryData<Workbench>(
    annotationKeys.workbench(taskId),
    (old) => old && { ...old, mode: 'reading', submittedAt, abilities: { annotate: false } },
  )
  void client.invalidateQueries({ queryKey: annotationKeys.all })
}

/**
 * Sends what is unsent, then submits, with the time in use. What cannot reach the server waits in this tab and is submitted
 * when it can. Throws UnsavedError where a change needs a decision first.
 */
export function useSubmitAnnotation(workbench: Workbench, outbox: Outbox | null, time: UnreportedTime) {
  const { userId, projectId, taskId, annotationId } = workbench
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await outbox?.flush(annotationId)
      const status = outbox?.status(annotationId)
      const waits = status && PASSING.includes(status.state)
      if (status && status.state !== 'saved' && !waits) throw new UnsavedError(status)
      const activeSeconds = waits ? 0 : time.take()
      try {
        if (!waits) return await sendSubmission(userId, { taskId, annotationId, activeSeconds })
      } catch (error) {
        time.putBack(activeSeconds)
        if (!isPassing(error instanceof ApiError ? error : null)) throw error
      }
      submissionsQueue(userId).add({ projectId, taskId, annotationId })
      return null
    },
    onSuccess: (submitted) => submitted && markSubmitted(client, taskId, submitted.submittedAt),
  })
}
