'use client'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { talkOn, waitsForOthers } from '@/lib/adjudication/consolidation/discussion/rules'
import { consolidationQuery } from '@/lib/adjudication/consolidation/hooks'
import { type AgendaEntry, agendaOf, answersOfSettled, nextOpen } from '@/lib/adjudication/consolidation/rules'
import { useWaitingChoices } from '@/lib/adjudication/consolidation/waiting/hooks'
import { isByPerson } from '@/lib/protocols/settled-how'
import { stageByKey } from '@/lib/protocols/stage-by-key'
import { useProtocol } from '@/lib/protocols/use-protocol'
import type { At, Desk, Mode } from './desk-context'
import { useChanges } from './use-changes'
import { lanesInOrder } from './words'

/** The state of the page: the server's view, what of it is open, and what one can do with it. */
export function useDesk(initialData: ConsolidationView): Desk {
  const { data } = useQuery({ ...consolidationQuery(initialData.taskId), initialData })
  const waiting = useWaitingChoices(data)
  const { view } = waiting
  const reading = useReading(view)
  const [at, setAt] = useState<At | null>(null)
  const [arrived, setArrived] = useState<At | null>(null)
  const [asked, setMode] = useState<Mode>('read')
  const [unfolded, setUnfolded] = useState(view.state !== 'consolidating')

  const { stage, agenda } = reading
  const visible = unfolded ? agenda : agenda.filter((entry) => entry.group !== 'agreed')
  const chosen = agenda.find((entry) => isAt(entry, at))
  const ready = agenda.filter((entry) => isWaiting(view, entry))
  // What the page began with stays, whatever others do meanwhile: somebody is reading it, and a key means it.
  const begun = agenda.find(
    (entry) => isAt(entry, arrived) && (ready.includes(entry) || isSettledByOthers(data, entry)),
  )
  const current =
    chosen ?? begun ?? ready.find((entry) => isAsked(view, entry)) ?? ready[0] ?? firstToRead(view, visible)
  // What follows from a choice of the reader's own is known once the server has answered.
  if (at === null && current && waiting.status.state === 'saved' && !isAt(current, arrived))
    setArrived({ unit: current.unit, question: current.question })
  const kind = view.units.find((unit) => unit.key === current?.unit)?.kind
  const question = stage.questions.find((each) => each.key === current?.question && each.unit === kind) ?? null
  const disagreement =
    view.disagreements.find((each) => each.unit === current?.unit && each.question === current.question) ?? null

  const { adjudicate, discuss } = view.abilities
  const talk = view.discussion && current ? talkOn(view, current, current.values) : null
  const canStand: Record<Mode, boolean> = {
    read: true,
    edit: question !== null,
    propose: question !== null,
    cause: disagreement !== null,
    object: talk !== null || (disagreement !== null && disagreement.proposal !== null),
    call: view.abilities.callThirdRater,
  }
  // What a form was about can go while it is open; what was typed into it is kept for the next time.
  const mode = canStand[asked] ? asked : 'read'

  const go = (to: At | null) => {
    setAt(to && { unit: to.unit, question: to.question })
    setArrived(null)
    setMode('read')
  }
  const place = `${current?.unit} ${current?.question} ${mode}`
  const latestPlace = useRef(place)
  useLayoutEffect(() => {
    latestPlace.current = place
  })
  const changes = useChanges({
    view,
    waiting,
    at: { unit: current?.unit ?? '', question: current?.question ?? '' },
    proposal: disagreement?.proposal ?? null,
    offered: talk?.offered ?? null,
    goOn: (chosen) => {
      const left = agenda.filter((entry) => entry === current || !isChosen(chosen, entry))
      const waitingForOthers = left.filter((entry) => isOnOthers(chosen, entry))
      go(nextOpen(left, current, waitingForOthers))
    },
    stay: () => setMode('read'),
    stillHere: () => latestPlace.current === place,
  })
  return {
    ...reading,
    ...changes,
    view,
    waiting,
    visible,
    ready,
    current,
    question,
    disagreement,
    talk,
    takes: adjudicate || discuss,
    unfolded,
    mode,
    setMode: (next) => {
      // A form stays on its question, whatever others do meanwhile.
      if (next !== 'read' && current) setAt({ unit: current.unit, question: current.question })
      setMode(next)
    },
    setUnfolded,
    go,
  }
}

const isAt = (entry: At, place: At | null) =>
  place !== null && entry.unit === place.unit && entry.question === place.question

const isSettledByOthers = ({ settled }: ConsolidationView, entry: AgendaEntry) =>
  settled.some((each) => isAt(entry, each) && (each.by.kind === 'lane' || each.by.kind === 'reviewer'))

/** Is it open, and not only until others answer what the reader has said? Or does what stands need another look? */
const isWaiting = (view: ConsolidationView, entry: AgendaEntry) =>
  entry.settled === null ? !isOnOthers(view, entry) : view.state === 'consolidating' && entry.message !== null

/** Whoever approves reads what differed first; nobody else is asked to read anything. */
const firstToRead = ({ abilities }: ConsolidationView, visible: readonly AgendaEntry[]) =>
  abilities.approve ? (visible.find(({ group }) => group !== 'agreed') ?? null) : null

/** Does a proposal on it wait for the reader's own word? */
function isAsked({ abilities, disagreements, words }: ConsolidationView, { unit, question }: At): boolean {
  const about = disagreements.find((each) => each.unit === unit && each.question === question)
  const isOffered = words.some((word) => word.unit === unit && word.question === question && word.by.kind !== 'you')
  if (abilities.discuss) return isOffered
  return abilities.reply && about !== undefined && about.proposal !== null && !about.replies.some((each) => each.own)
}

/** Did the reader settle it, though the server may not have said so yet? */
function isChosen({ settled }: ConsolidationView, { unit, question }: At): boolean {
  return settled.some((each) => each.unit === unit && each.question === question && isByPerson(each))
}

/** Has the reader said what they accept, and nobody has answered yet? */
function isOnOthers(view: ConsolidationView, entry: AgendaEntry): boolean {
  return view.discussion !== null && waitsForOthers(talkOn(view, entry, entry.values))
}

/** What follows from the server's view alone. */
function useReading(view: ConsolidationView) {
  const protocol = useProtocol(view.protocolId)
  return useMemo(() => {
    const stage = stageByKey(protocol, view.stageKey)
    const subject = { content: view.item.content, units: view.units }
    const answers = answersOfSettled(view.settled)
    return { protocol, stage, subject, answers, lanes: lanesInOrder(view), agenda: agendaOf(stage, subject, view) }
  }, [view, protocol])
}
