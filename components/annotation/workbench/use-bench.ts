'use client'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toast } from '@/components/ui/toast'
import type { AnswerCause, Workbench } from '@/lib/annotation/annotations/contract'
import { useWorkbench } from '@/lib/annotation/annotations/hooks'
import { type CausedChange, hiddenWork, surveyOf, withChanges } from '@/lib/annotation/annotations/rules'
import type { ProtocolWork, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { type Bench, fieldId, unitId } from './bench-context'
import { placeOfStep } from './lists'
import { firstUnit, further, type Place, placeAfter, placeBehind, workOrder } from './navigation'
import { type OutsideQuery, useSearching } from './searching'
import { useUndoOffer } from './use-undo-offers'

const CHOSEN: AnswerCause = { origin: 'chosen' }
const BULK: AnswerCause = { origin: 'bulk' }

/** The workbench's state: answers, where one is, and what moves when. */
export function useBenchState(
  initial: Workbench,
  protocol: ProtocolWork,
  { initialEngine, outsideQuery }: { initialEngine: string | null; outsideQuery: OutsideQuery },
) {
  const loaded = useWorkbench(initial, protocol)
  const { workbench, answers, entries, leftovers, stage, subject } = loaded
  const survey = useMemo(() => surveyOf(stage, subject, answers), [stage, subject, answers])
  const order = useMemo(() => workOrder(stage, subject), [stage, subject])
  const { place, go, enter } = usePlace(() => firstUnit(stage, subject, answers), subject.units)
  const [showDefinitions, setShowDefinitions] = useState(false)
  const { searching, setOpen, searchOutside, ...search } = useSearching(initialEngine, outsideQuery)
  const readOnly = workbench.mode === 'reading'
  // A unit that left its list is no place to be at.
  const open = survey.units.has(place.unit) ? place.unit : (order[0]?.key ?? '')
  // From the task's own units on: an answer may change what is listed.
  const own = useMemo(() => ({ content: subject.content, units: workbench.units }), [subject, workbench.units])
  const offerUndo = useUndoOffer({ answers, undo: () => travel('undo') })
  /** Answers, and says so where that puts work out of sight. */
  const answer = (changes: readonly CausedChange[], cause: AnswerCause) => {
    loaded.answer(changes, cause)
    const hidden = hiddenWork(stage, own, answers, changes)
    if (hidden.length === 0) return
    const names = hidden.map(({ question, entries }) => question.title + (entries > 0 ? ` (${entries})` : ''))
    offerUndo(
      `${chosenWords(stage, changes)} hides work: ${names.join(', ')}`,
      'It is kept, and counts again when it is asked for again.',
    )
  }
  const travel = (way: 'undo' | 'redo') => {
    const at = readOnly ? null : loaded[way]()
    if (!at) return
    if ('overtaken' in at) {
      toast.info(way === 'undo' ? 'Not undone' : 'Not done again', {
        description: 'This answer has another value by now. It stays as it is.',
        id: 'overtaken',
      })
      go({ unit: at.overtaken.unit, question: null })
    } else go(placeOfStep(stage, answers, at.changes, way))
  }

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
    enter,
    goOn: () =>
      go(
        readOnly
          ? { unit: further(stage, subject, answers, open), question: null }
          : placeBehind(stage, subject, answers, open),
      ),
    choose: (unit, question, value, cause = CHOSEN) => {
      if (readOnly) return
      answer([{ unit, question, value }], cause)
      const next = placeAfter(stage, own, withChanges(answers, [{ unit, question, value }]), open, unit)
      if (next) go(next)
    },
    type: (unit, question, value) => {
      if (!readOnly) loaded.answer([{ unit, question, value }], { origin: 'typed' })
    },
    chooseAll: (changes, cause = BULK) => {
      if (!readOnly) answer(changes, cause)
    },
    ...search,
    searchOutside: (unit) => searchOutside(bench, unit),
    perform: (act) => {
      if (readOnly || !act) return
      answer(act.changes, CHOSEN)
      go(act.place)
    },
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
    offerUndo,
    searching,
    setSearchOpen: setOpen,
    toggleDefinitions: () => setShowDefinitions((shown) => !shown),
  }
}

/** The words of the option that changes choose: “Opinion”. */
function chosenWords({ questions }: Stage, changes: readonly CausedChange[]): string {
  const options = questions.flatMap(({ key, options: all = [] }) => all.map((option) => ({ key, option })))
  const of = ({ question, value }: CausedChange) =>
    options.find((each) => each.key === question && each.option.value === value)
  const words = changes.map(of).find(Boolean)?.option.text
  return words === undefined ? 'This' : `“${words}”`
}

/** Where one is. Going somewhere moves the focus, once the place is drawn; the first place leaves it alone. */
function usePlace(first: () => string, units: readonly UnitDraft[]) {
  const [place, setPlace] = useState<Place & { moves: number }>(() => ({ unit: first(), question: null, moves: 0 }))
  const arrive = useEffectEvent(() => bringIntoView(place, units))
  useEffect(() => {
    if (place.moves > 0) arrive()
  }, [place.moves])
  const go = useCallback((next: Place) => setPlace(({ moves }) => ({ ...next, moves: moves + 1 })), [])
  // The focus is there already.
  const enter = useCallback((unit: string) => setPlace(({ moves }) => ({ unit, question: null, moves })), [])
  return { place, go, enter }
}

/** What the place is a part of comes into view first, then the place itself, which counts more where both do not fit. */
function bringIntoView(place: Place, units: readonly UnitDraft[]) {
  const whole = units.find(({ key }) => key === place.unit)?.parent
  if (whole !== undefined) document.getElementById(unitId(whole))?.scrollIntoView({ block: 'nearest' })
  const target = document.getElementById(place.question ? fieldId(place.unit, place.question) : unitId(place.unit))
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}
