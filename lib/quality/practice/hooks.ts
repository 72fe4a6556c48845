'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { REQUEST_LIMIT_MS } from '@/lib/annotation/outbox/send-schedule'
import { isPassing } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import type { Answers } from '@/lib/protocols/protocol'
import {
  getPracticeEndpoint,
  getPracticeResultEndpoint,
  type PracticeFeedback,
  type PracticeSettings,
  submitPracticeEndpoint,
  updatePracticeEndpoint,
} from './contract'

export const practiceKey = (projectId: string) => ['practice', projectId] as const

export const practiceQuery = (projectId: string) =>
  queryOptions({
    queryKey: practiceKey(projectId),
    queryFn: ({ signal }) => call(getPracticeEndpoint, { params: { projectId } }, { signal }),
  })

interface Place {
  projectId: string
  stage: string
  key: string
}

/** The last attempt at an item that was answered, beside what was expected. */
export const practiceResultQuery = (params: Place) =>
  queryOptions({
    queryKey: ['practice-result', params.projectId, params.stage, params.key],
    queryFn: ({ signal }) => call(getPracticeResultEndpoint, { params }, { signal }),
  })

const RETRY_MS = 5_000

interface Sent {
  answers: Answers
  attempt?: number
  /** Once the server has the answers, also where the page was left meanwhile. */
  onTaken(): void
}

/** `calls`: how often something had been called off when it was sent. */
type Sending = Sent & { calls: number }

/**
 * Answers an item, as `userId`; what was expected comes back. What the server could not be asked is sent again by itself, from this page, until it is
 * called off, while it is being sent as well: whoever goes on answering has not submitted. `onDone`: the server has what was not called off, and the
 * page is still open.
 */
export function useSubmitPractice({ userId, ...params }: Place & { userId: string }, onDone: () => void) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Sending | null>(null)
  const calls = useRef(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ answers, attempt }: Sending) =>
      call(
        submitPracticeEndpoint,
        { params, body: { answers, attempt } },
        { as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) },
      ),
    onSuccess: (result, { onTaken }) => {
      setWaiting(null)
      client.setQueryData<PracticeFeedback>(practiceResultQuery(params).queryKey, result)
      onTaken()
    },
    onError: (cause, sent) => {
      const isLater = isPassing(cause) && sent.calls === calls.current
      setWaiting(isLater ? sent : null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(params.projectId) }),
  })
  const send = (sent: Sending) =>
    mutate(sent, {
      onSuccess: () => {
        if (sent.calls === calls.current) onDone()
      },
    })
  const submit = (sent: Sent) => send({ ...sent, calls: calls.current })
  const callOff = () => {
    calls.current += 1
    setWaiting(null)
  }
  const again = useEffectEvent(() => {
    if (waiting && !isPending) send(waiting)
  })
  const isWaiting = waiting !== null
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => again(), RETRY_MS)
    const wake = () => again()
    window.addEventListener('online', wake)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', wake)
    }
  }, [isWaiting])
  return { submit, isPending, isWaiting, callOff, error: isWaiting ? null : error }
}

export function useUpdatePractice(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PracticeSettings>) => call(updatePracticeEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(projectId) }),
  })
}
