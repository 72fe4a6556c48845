'use client'
import {
  useAcceptLane,
  useAcceptValue,
  useCallThirdRater,
  useObjectToValue,
  useTakeBackWord,
} from '@/lib/consolidation/discussion/hooks'
import type { Json } from '@/lib/protocols/protocol'
import { complain } from './complain'
import type { At } from './desk-context'
import type { Place } from './use-changes'

/** What one says in a discussion. Accepting goes on at once, as taking a lane does. */
export function useWords(
  { taskId, at, offered, goOn, stay }: Place,
  once: (what: string, send: () => Promise<unknown>) => void,
) {
  const accept = useAcceptValue(taskId)
  const acceptLane = useAcceptLane(taskId)
  const takeBack = useTakeBackWord(taskId)
  const objecting = useObjectToValue(taskId)
  const calling = useCallThirdRater(taskId)
  const place = `${at.unit}/${at.question}`
  return {
    isPending: [accept, acceptLane, takeBack, objecting, calling].some((change) => change.isPending),
    agree: () => {
      if (offered !== null) once(place, () => accept.mutateAsync({ ...at, choice: { value: offered } }))
    },
    takeLane: (lane: string) => once(place, () => accept.mutateAsync({ ...at, choice: { lane } })),
    takeLaneForUnit: (lane: string) => once(at.unit, () => acceptLane.mutateAsync({ unit: at.unit, lane })),
    say: async (value: Json, reason: string) => {
      await accept.mutateAsync({ ...at, choice: { value }, reason })
      goOn()
    },
    object: async (_: 'accept' | 'object', comment: string) => {
      await objecting.mutateAsync({ ...at, value: offered, comment })
      stay()
    },
    takeBack: ({ unit, question }: At) => takeBack.mutate({ unit, question }, { onError: complain }),
    callThirdRater: async (reason: string) => {
      await calling.mutateAsync(reason)
      stay()
    },
  }
}
