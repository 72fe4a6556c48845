'use client'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toast } from '@/components/ui/toast'
import type { AnswerCause, Workbench } from '@/lib/annotation/annotations/contract'
import { useWorkbench } from '@/lib/annotation/annotations/hooks'
import { surveyOf, withChanges } from '@/lib/annotation/annotations/rules'
import type { ProtocolWork, UnitDraft } from '@/lib/protocols/protocol'
import { type Bench, fieldId, unitId } from './bench-context'
import { firstUnit, further, type Place, placeAfter, placeBehind, workOrder } from './navigation'

const CHOSEN: AnswerCause = { origin: 'chosen' }
const BULK: AnswerCause = { origin: 'bulk' }

/** What is searched for evidence, and how often that was asked for: each time the focus goes to the query. */
export interface Searching {
  unit: string
  open: boolean
  times: number
}

/** The workbench's state: answers, where one is, and what moves when. */
export function useBenchState(initial: Workbench, protocol: ProtocolWork) {
  const loaded = useWorkbench(initial, protocol)
  const { workbench, answers, entries, leftovers, stage, subject } = loaded
  const survey = useMemo(() => surveyOf(stage, subject, answers), [stage, subject, answers])
  const order = useMemo(() => workOrder(stage, subject), [stage, subject])
  const { place, go } = usePlace(() => firstUnit(stage, subject, answers), subject.units)
  const [showDefinitions, setShowDefinitions] = useState(false)
  const [searching, setSearching] = useState<Searching | null>(null)
  const readOnly = workbench.mode === 'reading'
  // A unit that left its list is no place to be at.
  const open = survey.units.has(place.unit) ? place.unit : (order[0]?.key ?? '')

  const bench: Bench = {
    workbench,
    protocol,
    stage,
    subject,
    answers,
    survey,
    order,
    entries,
    leftovers,
    readOnly,
    open,
    openUnit: survey.units.get(open)?.unit,
    showDefinitions,
    go,
    goOn: () =>
      go(
        readOnly
          ? { unit: further(stage, subject, answers, open), question: null }
          : placeBehind(stage, subject, answers, open),
      ),
    choose: (unit, question, value, cause = CHOSEN) => {
      if (readOnly) return
      loaded.answer([{ unit, question, value }], cause)
      // From the task's own units on: the answer may change what is listed.
      const own = { content: subject.content, units: workbench.units }
      const next = placeAfter(stage, own, withChanges(answers, [{ unit, question, value }]), open, unit)
      if (next) go(next)
    },
    type: (unit, question, value) => {
      if (!readOnly) loaded.answer([{ unit, question, value }], { origin: 'typed' })
    },
    chooseAll: (changes, cause = BULK) => {
      if (!readOnly) loaded.answer(changes, cause)
    },
    search: (unit) => setSearching((last) => ({ unit, open: true, times: (last?.times ?? 0) + 1 })),
    perform: (act) => {
      if (readOnly || !act) return
      loaded.answer(act.changes, CHOSEN)
      go(act.place)
    },
  }
  const travel = (way: 'undo' | 'redo') => {
    const at = readOnly ? null : loaded[way]()
    if (at?.overtaken)
      toast.info(way === 'undo' ? 'Not undone' : 'Not done again', {
        description: 'This answer has another value by now. It stays as it is.',
        id: 'overtaken',
      })
    if (at) go({ unit: at.unit, question: null })
  }
  return {
    bench,
    status: loaded.status,
    outbox: loaded.outbox,
    notOpened: loaded.notOpened,
    canUndo: loaded.canUndo,
    canRedo: loaded.canRedo,
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    searching,
    setSearchOpen: (isOpen: boolean) => setSearching((last) => last && { ...last, open: isOpen }),
    toggleDefinitions: () => setShowDefinitions((shown) => !shown),
  }
}

/** Where one is. Going somewhere moves the focus, once the place is drawn; the first place leaves it alone. */
function usePlace(first: () => string, units: readonly UnitDraft[]) {
  const [place, setPlace] = useState<Place & { moves: number }>(() => ({ unit: first(), question: null, moves: 0 }))
  const arrive = useEffectEvent((at: Place) => bringIntoView(at, units))
  useEffect(() => {
    if (place.moves > 0) arrive(place)
  }, [place])
  const go = useCallback((next: Place) => setPlace(({ moves }) => ({ ...next, moves: moves + 1 })), [])
  return { place, go }
}

/** What the place is a part of comes into view first, then the place itself, which counts more where both do not fit. */
function bringIntoView(place: Place, units: readonly UnitDraft[]) {
  const whole = units.find(({ key }) => key === place.unit)?.parent
  if (whole !== undefined) document.getElementById(unitId(whole))?.scrollIntoView({ block: 'nearest' })
  const target = document.getElementById(place.question ? fieldId(place.unit, place.question) : unitId(place.unit))
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}
