'use client'
import { useRef } from 'react'
import type { Cause } from '@/lib/consolidation/contract'
import {
  useProposeValue,
  useReplyToProposal,
  useResolveQuestion,
  useSetCause,
  useTakeLane,
  useWithdrawResolution,
} from '@/lib/consolidation/hooks'
import type { Json } from '@/lib/protocols/protocol'
import { complain } from './complain'
import type { At } from './desk-context'
import { useWords } from './use-words'

export interface Place {
  taskId: string
  /** The open question. */
  at: At
  proposal: Json
  /** In a discussion, what one key accepts; null outside. */
  offered: Json
  /** Does the reader discuss it as an annotator? Does anybody discuss it? */
  discusses: boolean
  isDiscussion: boolean
  goOn: () => void
  stay: () => void
}

/** The changes to the open question. Taking a lane goes on at once: the next key already means the next question. */
export function useChanges(place: Place) {
  const { taskId, at, proposal, discusses, isDiscussion, goOn, stay } = place
  const resolve = useResolveQuestion(taskId)
  const take = useTakeLane(taskId)
  const withdraw = useWithdrawResolution(taskId)
  const cause = useSetCause(taskId)
  const propose = useProposeValue(taskId)
  const reply = useReplyToProposal(taskId)
  const onTheWay = useRef(new Set<string>())

  /** A key hit twice before the answer is there means once. */
  const once = (what: string, send: () => Promise<unknown>) => {
    if (onTheWay.current.has(what)) return
    onTheWay.current.add(what)
    goOn()
    void send()
      .catch(complain)
      .finally(() => onTheWay.current.delete(what))
  }
  const words = useWords(place, once)
  const settling = {
    takeLane: (lane: string) =>
      once(`${at.unit}/${at.question}`, () => resolve.mutateAsync({ ...at, choice: { lane } })),
    takeLaneForUnit: (lane: string) => once(at.unit, () => take.mutateAsync({ unit: at.unit, lane })),
    settle: async (value: Json, reason: string) => {
      await resolve.mutateAsync({ ...at, choice: { value }, reason })
      goOn()
    },
    propose: async (value: Json, comment: string) => {
      await propose.mutateAsync({ ...at, value, comment })
      stay()
    },
    reply: async (word: 'accept' | 'object', comment: string) => {
      await reply.mutateAsync({ ...at, value: proposal, reply: word, comment })
      stay()
    },
  }
  const { isPending, takeLane, takeLaneForUnit, say, object, ...talking } = words
  return {
    isPending: isPending || [resolve, take, withdraw, cause, propose, reply].some((change) => change.isPending),
    ...settling,
    ...talking,
    ...(isDiscussion ? { propose: say, reply: object } : {}),
    ...(discusses ? { takeLane, takeLaneForUnit, settle: say } : {}),
    withdraw: (entry: At) => withdraw.mutate({ unit: entry.unit, question: entry.question }, { onError: complain }),
    setCause: (to: Cause | null) => {
      cause.mutate({ ...at, cause: to }, { onError: complain })
      stay()
    },
  }
}
