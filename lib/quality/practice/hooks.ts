'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { REQUEST_LIMIT_MS } from '@/lib/annotation/outbox/send-schedule'
import { ApiError } from '@/lib/platform/client/api-error'
import { type CallOptions, call } from '@/lib/platform/client/fetch-json'
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

/** An answer that did not arrive, which is worth sending again by itself: none that a person has to do something about, and none that cannot be read. */
const isLost = (cause: unknown): boolean =>
  cause instanceof ApiError ? cause.isTransient : !(cause instanceof SyntaxError || cause instanceof z.ZodError)

interface Sent {
  answers: Answers
  /** The number of the attempt; null: the next, by what the server has when it is sent. */
  attempt: number | null
  /** Once the server has the answers, also where the page was left meanwhile. */
  onTaken(): void
}

/** `calls`: how often something had been called off when it was sent. */
type Sending = Sent & { calls: number }

/**
 * Answers an item, as `userId`; what was expected comes back. What the server could not be asked is sent again by itself, from this page and under the same
 * number, until it is called off, while it is being sent as well: whoever goes on answering has not submitted. What is sent after an answer of the server was lost
 * is numbered by what the server has. `onDone`: the server has what was not called off, and the page is still open.
 */
export function useSubmitPractice({ userId, ...params }: Place & { userId: string }, onDone: () => void) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Sending | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const calls = useRef(0)
  const hasLost = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: async (sent: Sending) => {
      const options = { as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) }
      sent.attempt ??= 1 + (await attemptsMade(params, options))
      const { answers, attempt } = sent
      return call(submitPracticeEndpoint, { params, body: { answers, attempt } }, options)
    },
    onSuccess: (result, { onTaken }) => {
      hasLost.current = false
      setWaiting(null)
      client.setQueryData<PracticeFeedback>(practiceResultQuery(params).queryKey, result)
      onTaken()
    },
    onError: (cause, sent) => {
      hasLost.current ||= isLost(cause) || !(cause instanceof ApiError)
      const isCalledOff = sent.calls !== calls.current
      setWaiting(isLost(cause) && !isCalledOff ? sent : null)
      setError(isLost(cause) ? null : cause)
    },
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(params.projectId) }),
  })
  const send = (sent: Sending) => {
    setError(null)
    mutate(sent, {
      onSuccess: () => {
        if (sent.calls === calls.current) onDone()
      },
    })
  }
  const submit = (sent: Sent) => send({ ...sent, attempt: hasLost.current ? null : sent.attempt, calls: calls.current })
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
  return { submit, isPending, isWaiting, callOff, error }
}

/** How often the item has been answered, by what the server has now. */
async function attemptsMade({ projectId, stage, key }: Place, options: CallOptions): Promise<number> {
  const { stages } = await call(getPracticeEndpoint, { params: { projectId } }, options)
  const items = stages.find((each) => each.stage === stage)?.items ?? []
  return items.find((each) => each.key === key)?.attempts ?? 0
}

export function useUpdatePractice(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PracticeSettings>) => call(updatePracticeEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(projectId) }),
  })
}
