'use client'
import { toast } from '@/components/ui/toast'
import type { ConsolidationView, SettledValue } from '@/lib/adjudication/consolidation/contract'
import type { DeskChoice } from '@/lib/adjudication/consolidation/waiting/contract'
import type { WaitingChoices } from '@/lib/adjudication/consolidation/waiting/hooks'
import type { Json } from '@/lib/protocols/protocol'
import type { DisagreementCause } from '@/lib/workspace/tasks/contract'
import type { At } from './desk-context'
import { useWords } from './use-words'

/** The message with which one has back what a key took. */
const TAKEN_BACK = 'taken-back'

export interface Place {
  view: ConsolidationView
  /** The open question. */
  at: At
  proposal: Json
  /** In a discussion, what one key accepts; null outside. */
  offered: Json
  waiting: WaitingChoices
  /** Goes to what is open next in this view: the choice just made is in it. */
  goOn: (chosen: ConsolidationView) => void
  stay: () => void
  /** Asked once the server has answered: is the reader still at the question and the form that this was about? */
  stillHere: () => boolean
}

export interface Choosing {
  /** Keeps a choice and goes on at once: the next key already means the next question. */
  choose(choice: DeskChoice): void
  /** Keeps what was taken back, and offers to have it again as it was. */
  takeBack(entry: At, choice: DeskChoice, again: DeskChoice | null): void
}

/** The changes to the open question. They are kept on the device at once, and reach the server in their order. */
export function useChanges(place: Place) {
  const { view, at, proposal, waiting, goOn, stay, stillHere } = place
  const choosing: Choosing = {
    choose: (choice) => {
      toast.dismiss(TAKEN_BACK)
      goOn(waiting.choose(at, choice))
    },
    takeBack: (entry, choice, again) => {
      const { unit, question } = entry
      waiting.choose({ unit, question }, choice)
      if (!again) return
      const onClick = () => waiting.choose({ unit, question }, again)
      toast.info('Taken back', { id: TAKEN_BACK, action: { label: 'Have it back', onClick } })
    },
  }
  const { isPending, ...words } = useWords(place, choosing)
  const settling = {
    takeLane: (lane: string) => choosing.choose({ does: 'settle', choice: { lane }, reason: '' }),
    takeLaneForUnit: (lane: string) => choosing.choose({ does: 'take_unit', lane }),
    takeValue: (value: Json) => choosing.choose({ does: 'settle', choice: { value }, reason: '' }),
    settle: async (value: Json, reason: string) => {
      const settled = await waiting.send(at, { does: 'settle', choice: { value }, reason })
      if (stillHere()) goOn(settled)
    },
    propose: async (value: Json, comment: string) => {
      await waiting.send(at, { does: 'propose', value, comment })
      if (stillHere()) stay()
    },
    reply: async (reply: 'accept' | 'object', comment: string) => {
      await waiting.send(at, { does: 'reply', value: proposal, reply, comment })
      if (stillHere()) stay()
    },
  }
  const { agree, takeBack, callThirdRater, say, object, ...accepting } = words
  return {
    isPending: isPending || waiting.status.state === 'saving',
    ...settling,
    ...(view.discussion ? { propose: say, reply: object } : {}),
    ...(view.abilities.discuss ? { ...accepting, settle: say } : {}),
    agree,
    takeBack,
    callThirdRater,
    withdraw: (entry: At) => choosing.takeBack(entry, { does: 'withdraw' }, asSettled(waiting.ahead, entry)),
    setCause: (cause: DisagreementCause | null) => {
      waiting.choose(at, { does: 'cause', cause })
      stay()
    },
  }
}

/** How a question was settled, as the choice that would settle it so again. */
function asSettled({ settled }: ConsolidationView, { unit, question }: At): DeskChoice | null {
  const found: SettledValue | undefined = settled.find((each) => each.unit === unit && each.question === question)
  if (!found) return null
  const { how, lane, value, reason } = found
  return { does: 'settle', choice: how === 'lane' && lane !== null ? { lane } : { value }, reason }
}
