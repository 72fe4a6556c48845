'use client'
import { useCallThirdRater } from '@/lib/adjudication/consolidation/discussion/hooks'
import type { Json } from '@/lib/protocols/protocol'
import type { At } from './desk-context'
import type { Choosing, Place } from './use-changes'
import { whenSaved } from './when-saved'

/** What one says in a discussion. Accepting goes on at once, as taking a lane does. */
export function useWords({ view, at, offered, waiting, goOn, stay, stillHere }: Place, { choose, takeBack }: Choosing) {
  const calling = useCallThirdRater(view.taskId)
  const accept = (choice: { lane: string } | { value: Json }) => choose({ does: 'accept', choice, reason: '' })
  return {
    isPending: calling.isPending,
    agree: () => {
      if (offered !== null) accept({ value: offered })
    },
    takeLane: (lane: string) => accept({ lane }),
    takeLaneForUnit: (lane: string) => choose({ does: 'accept_unit', lane }),
    takeValue: (value: Json) => accept({ value }),
    say: async (value: Json, reason: string) => {
      const changedView = await waiting.send(at, { does: 'accept', choice: { value }, reason })
      if (stillHere()) goOn(changedView)
    },
    object: async (_: 'accept' | 'object', comment: string) => {
      await waiting.send(at, { does: 'object', value: offered, comment })
      if (stillHere()) stay()
    },
    takeBack: (entry: At) => {
      const ownWord = waiting.ahead.words.find(
        ({ unit, question, by }) => by.kind === 'you' && unit === entry.unit && question === entry.question,
      )
      const value = ownWord?.value ?? null
      takeBack(entry, { does: 'take_back' }, value === null ? null : { does: 'accept', choice: { value }, reason: '' })
    },
    callThirdRater: async (reason: string) => {
      await whenSaved(waiting, 'asked of anybody')
      await calling.mutateAsync(reason)
      if (stillHere()) stay()
    },
  }
}
