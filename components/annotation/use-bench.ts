'use client'
import { useEffect, useMemo, useState } from 'react'
import type { AnswerCause, Workbench } from '@/lib/annotations/contract'
import { useWorkbench } from '@/lib/annotations/hooks'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { type Bench, fieldId, unitId } from './bench-context'
import { firstUnit, onward, type Place, placeAfter } from './navigation'

const CHOSEN: AnswerCause = { origin: 'chosen' }
const BULK: AnswerCause = { origin: 'bulk' }

/** The workbench's state: answers, where one is, and what moves when. */
export function useBenchState(initial: Workbench) {
  const loaded = useWorkbench(initial)
  const { workbench, answers, entries, leftovers, protocol, stage } = loaded
  const subject = useMemo(() => ({ content: workbench.item.content, units: workbench.units }), [workbench])
  const { place, go } = usePlace(() => firstUnit(stage, subject, answers))
  const [showDefinitions, setShowDefinitions] = useState(false)
  const readOnly = workbench.mode === 'reading'

  const bench: Bench = {
    workbench,
    protocol,
    stage,
    subject,
    answers,
    entries,
    leftovers,
    readOnly,
    open: place.unit,
    openUnit: subject.units.find((unit) => unit.key === place.unit),
    showDefinitions,
    go,
    goOn: () => go({ unit: onward(stage, subject, answers, place.unit), question: null }),
    choose: (unit, question, value, cause = CHOSEN) => {
      if (readOnly) return
      loaded.answer([{ unit, question, value }], cause)
      const next = placeAfter(stage, subject, withAnswer(answers, unit, question, value), place.unit, unit)
      if (next) go(next)
    },
    type: (unit, question, value) => {
      if (!readOnly) loaded.answer([{ unit, question, value }], { origin: 'typed' })
    },
    chooseAll: (changes, cause = BULK) => {
      if (!readOnly) loaded.answer(changes, cause)
    },
  }
  const travel = (way: 'undo' | 'redo') => {
    const at = readOnly ? null : loaded[way]()
    if (at) go({ unit: at.unit, question: null })
  }
  return {
    bench,
    status: loaded.status,
    outbox: loaded.outbox,
    canUndo: loaded.canUndo,
    canRedo: loaded.canRedo,
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    toggleDefinitions: () => setShowDefinitions((shown) => !shown),
  }
}

const withAnswer = (answers: Answers, unit: string, question: string, value: Json): Answers => ({
  ...answers,
  [unit]: { ...answers[unit], [question]: value },
})

/** Where one is. Going somewhere moves the focus, once the place is drawn; the first place leaves it alone. */
function usePlace(first: () => string) {
  const [place, setPlace] = useState<Place & { moves: number }>(() => ({ unit: first(), question: null, moves: 0 }))
  useEffect(() => {
    if (place.moves === 0) return
    const target = document.getElementById(place.question ? fieldId(place.unit, place.question) : unitId(place.unit))
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }, [place])
  const go = (next: Place) => setPlace(({ moves }) => ({ ...next, moves: moves + 1 }))
  return { place, go }
}
