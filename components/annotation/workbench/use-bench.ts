'use client'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toast } from '@/components/ui/toast'
import { useKeymap } from '@/components/ui/use-keymap'
import type { AnswerCause, Workbench } from '@/lib/annotation/annotations/contract'
import { type CausedChange, hiddenWork, surveyOf, withChanges } from '@/lib/annotation/annotations/rules'
import { useWorkbench } from '@/lib/annotation/annotations/use-workbench'
import { takeFollowedAddress } from '@/lib/platform/client/followed-address'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { isFocusFree } from '@/lib/platform/client/keyboard-guards'
import { answerOf } from '@/lib/protocols/completeness'
import { withChoice } from '@/lib/protocols/option-lists'
import { isPick, pickedFrom } from '@/lib/protocols/picks'
import type { ProtocolWork, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { acceptance } from './acceptance'
import { type Bench, fieldId, type PickedSpan, unitId } from './bench-context'
import { firstKeys } from './first-keys'
import { type BenchKey, type FieldKey, MOVING, optionKey, pickKey, stageBindings } from './keys'
import { listActs, removing } from './list-acts'
import { placeOfStep } from './lists'
import { markingAt, markLabelKeys, spanKeys } from './marking/span-acts'
import {
  type BenchPlace,
  firstUnit,
  further,
  isWhole,
  nextLacking,
  placeAfter,
  placeBehind,
  workOrder,
} from './navigation'
import { actsOfPick } from './pick-acts'
import { proposeSpan } from './propose-span'
import { type OutsideQuery, useSearching } from './searching'
import { chosenIn, spanOf, spanValue } from './spans'
import type { StageView } from './stage-view'
import { useDraft } from './use-draft'
import { type OfferUndo, useUndoOffer, withUndoOffers } from './use-undo-offers'

const CHOSEN: AnswerCause = { origin: 'chosen' }
const BULK: AnswerCause = { origin: 'bulk' }

interface BenchOptions {
  initialEngine: string | null
  outsideQuery: OutsideQuery
  /** Does what is open take the focus on arrival? Not where the workbench is a part of another page. */
  takesFocus?: boolean
  canSearch?: boolean
  /** Do the definitions stand open on arrival, and what is done when that changes? Missing: they are closed at first. */
  definitions?: { open: boolean; keep(open: boolean): void }
}

/** The workbench's state: answers, where one is, and what moves when. `useAnswers`: where the answers are kept. */
export function useBenchState(
  initial: Workbench,
  protocol: ProtocolWork,
  { initialEngine, outsideQuery, takesFocus = true, canSearch = true, definitions }: BenchOptions,
  useAnswers = useWorkbench,
) {
  const loaded = useAnswers(initial, protocol)
  const { workbench, answers, entries, leftovers, stage, subject } = loaded
  const survey = useMemo(() => surveyOf(stage, subject, answers), [stage, subject, answers])
  const order = useMemo(() => workOrder(stage, subject), [stage, subject])
  const { place, go, enter } = usePlace(() => firstUnit(stage, subject, answers), { units: subject.units, takesFocus })
  const [picked, pick] = useState<PickedSpan | null>(null)
  const [passed, setPassed] = useDraft(`${workbench.annotationId}/passed-over`)
  const passedOver = useMemo(() => new Set(passed.split('\n').filter((origin) => origin !== '')), [passed])
  const [turned, setShowDefinitions] = useState<boolean | null>(null)
  const showDefinitions = turned ?? definitions?.open ?? false
  const { searching, setOpen, searchOutside, ...search } = useSearching(initialEngine, outsideQuery)
  const readOnly = workbench.mode === 'reading'
  // A unit that left its list is no place to be at.
  const open = survey.units.has(place.unit) ? place.unit : (order[0]?.key ?? '')
  // From the task's own units on: an answer may change what is listed.
  const taskSubject = useMemo(() => ({ content: subject.content, units: workbench.units }), [subject, workbench.units])
  const offerUndo = useUndoOffer({ answers, undo: () => travel('undo') })
  /** Answers, and says so where that puts work out of sight. */
  const answer = (changes: readonly CausedChange[], cause: AnswerCause) => {
    loaded.answer(changes, cause)
    const hidden = hiddenWork(stage, taskSubject, answers, changes)
    if (hidden.length === 0) return
    const names = hidden.map(({ question, entries }) => question.title + (entries > 0 ? ` (${entries})` : ''))
    offerUndo(
      `${chosenWords(stage, changes)} hides work: ${names.join(', ')}`,
      'It is kept, and counts again when it is asked for again.',
    )
  }
  const travel = (way: 'undo' | 'redo') => {
    const step = readOnly ? null : loaded[way]()
    if (!step) return
    if ('overtaken' in step) {
      toast.info(way === 'undo' ? 'Not undone' : 'Not done again', {
        description: 'This answer has another value by now. It stays as it is.',
        id: 'overtaken',
      })
      go({ unit: step.overtaken.unit, question: null })
    } else go(placeOfStep(stage, answers, step.changes, way))
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
    picked,
    pick,
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
      const after = withChanges(answers, [{ unit, question, value }])
      const next = placeAfter(stage, taskSubject, { before: answers, after }, open, unit)
      if (next) go(next)
    },
    type: (unit, question, value) => {
      if (!readOnly) loaded.answer([{ unit, question, value }], { origin: 'typed' })
    },
    chooseAll: (changes, cause = BULK) => {
      if (!readOnly) answer(changes, cause)
    },
    passedOver,
    passOver: (origins) => setPassed([...origins].join('\n')),
    canSearch,
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
    toggleDefinitions: () => {
      setShowDefinitions(!showDefinitions)
      definitions?.keep(!showDefinitions)
    },
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

type PlaceOptions = { units: readonly UnitDraft[]; takesFocus: boolean }

/**
 * Where one is. Going somewhere moves the focus and the page, once the place is drawn. The first place moves the focus, and the
 * questions where the open one is out of sight, since keys answer it; the page stays at its top.
 */
function usePlace(first: () => string, { units, takesFocus }: PlaceOptions) {
  const [place, setPlace] = useState<BenchPlace & { moves: number; entered: number }>(() => ({
    unit: first(),
    question: null,
    moves: 0,
    entered: 0,
  }))
  const arrive = useEffectEvent(() => bringIntoView(place, units))
  useEffect(() => {
    if (place.moves > 0) arrive()
  }, [place.moves])
  const showEntered = useEffectEvent(() => showInPanel(place.unit))
  useEffect(() => {
    if (place.entered > 0) showEntered()
  }, [place.entered])
  const go = useCallback(
    ({ unit, question, atQuestion }: BenchPlace) =>
      setPlace(({ moves, entered }) => ({
        unit,
        question,
        ...(atQuestion ? { atQuestion } : {}),
        moves: moves + 1,
        entered,
      })),
    [],
  )
  // The focus is there already, or stays in the text that is marked.
  const enter = useCallback(
    (unit: string) => setPlace(({ moves, entered }) => ({ unit, question: null, moves, entered: entered + 1 })),
    [],
  )
  const begin = useEffectEvent(() => {
    if (!takesFocus || !isFocusFree()) return
    const target = elementOf(place)
    target?.focus({ preventScroll: true })
    if (!target || !asksBelowSight(target)) return
    target.scrollIntoView({ block: 'nearest' })
    window.scrollTo?.({ top: 0 })
  })
  useEffect(() => begin(), [])
  useUnitOfAddress(units, go)
  return { place, go, enter }
}

/**
 * Goes to the unit that the address names behind `#`. It stands there after a click on a unit's link before the page had
 * been hydrated: the browser follows the link then, and no handler hears of it. After a click amid that, Next's router has written
 * back the address that it began with.
 */
function useUnitOfAddress(units: readonly UnitDraft[], go: Bench['go']) {
  const follow = useEffectEvent((address: string) => {
    const { hash } = new URL(address)
    const addressedUnit = units.find(({ key }) => new URL(`#${unitId(key)}`, address).hash === hash)
    if (addressedUnit) go({ unit: addressedUnit.key, question: null })
  })
  useEffect(() => follow(takeFollowedAddress()), [])
}

/** What the place is a part of comes into view first, then the place itself, which counts more where both do not fit. */
function bringIntoView(place: BenchPlace, units: readonly UnitDraft[]) {
  const whole = units.find(({ key }) => key === place.unit)?.parent
  if (whole !== undefined) document.getElementById(unitId(whole))?.scrollIntoView({ block: 'nearest' })
  const target = elementOf(place)
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

/** Scrolls to a unit in the panel beside the text, where that scrolls by itself: the page and the focus stay, and so does what has the focus. */
function showInPanel(unit: string) {
  const target = document.getElementById(unitId(unit))
  const panel = target?.closest('aside')
  if (!target || !panel || target.contains(document.activeElement) || panel.scrollHeight <= panel.clientHeight) return
  target.scrollIntoView({ block: 'nearest' })
}

/** Does it hold questions, the first of which is not in sight? */
function asksBelowSight(element: HTMLElement): boolean {
  const first = element.querySelector('fieldset')
  return first !== null && first.getBoundingClientRect().bottom > window.innerHeight
}

function elementOf({ unit, question, atQuestion }: BenchPlace): HTMLElement | null {
  const element = question && atQuestion ? frameOf(unit, question) : null
  return element ?? document.getElementById(question && !atQuestion ? fieldId(unit, question) : unitId(unit))
}

/** The group of a question, which can have the focus from now on. */
function frameOf(unit: string, question: string): HTMLElement | undefined {
  const frames = [...document.querySelectorAll<HTMLElement>('fieldset[data-question]')]
  const frame = frames.find(({ dataset }) => dataset.unit === unit && dataset.question === question)
  if (frame) frame.tabIndex = -1
  return frame
}

/** Going back to the text that a question started from, and marking words: keys of the open unit's fields. */
function fieldActs(bench: Bench): Partial<Record<FieldKey, (() => void) | undefined>> {
  const { survey, answers, open, go, chooseAll } = bench
  const surveyedUnit = survey.units.get(open)
  if (!surveyedUnit) return {}
  const begun = surveyedUnit.asked.find(
    ({ key, form, initial }) => form === 'text' && initial !== undefined && answerOf(answers, open, key) !== null,
  )
  const span = surveyedUnit.asked.find(({ form }) => form === 'span')
  const parent = surveyedUnit.unit.parent
  const whole = parent === undefined ? undefined : survey.units.get(parent)?.unit
  const mark = (question: string, value: ReturnType<typeof proposeSpan>) =>
    value && chooseAll([{ unit: open, question, value: spanValue(value) }], { origin: 'chosen' })
  return {
    original: begun
      ? () => chooseAll([{ unit: open, question: begun.key, value: null }], { origin: 'chosen' })
      : undefined,
    mark:
      span && whole
        ? () => {
            const chosen = chosenIn(whole)
            if (chosen) mark(span.key, chosen)
            else go({ unit: open, question: span.key })
          }
        : undefined,
    markProposed:
      span && whole && !spanOf(answers, open, span.key)
        ? () => mark(span.key, proposeSpan(whole.text, surveyedUnit.unit.text))
        : undefined,
  }
}

type Commands = Record<
  | Extract<BenchKey, 'definitions' | 'guidelines' | 'notes' | 'skip' | 'ask' | 'undo' | 'redo' | 'submit'>
  | 'nothingToAdd',
  () => void
> &
  Partial<Record<'goOn', (() => void) | undefined>>
type Handlers = Record<string, (() => unknown) | undefined>

/** The workbench's keys: moving, the options of what is open, and the protocol's own. Returns the table for the sheet, and what stands first in it. */
export function useBenchKeys(
  bench: Bench,
  view: StageView,
  commands: Commands,
  offerUndo: OfferUndo,
): { bindings: readonly KeyBinding[]; first: readonly string[] } {
  const { protocol, stage } = bench
  const bindings = useMemo(() => stageBindings(protocol.id, stage, view.bindings), [protocol, stage, view])
  const { nothingToAdd, ...always } = commands
  const handlers: Handlers = { ...moves(bench), ...always }
  if (!bench.readOnly) {
    const whole = bench.order.filter(isWhole)
    for (const unit of bench.openUnit ? [...whole, bench.openUnit] : whole)
      Object.assign(handlers, choices(bench, unit))
    Object.assign(handlers, markLabelKeys(bench), listActs(bench), fieldActs(bench), spanKeys(bench))
    Object.assign(handlers, view.handlers(bench), { accept: acceptance(bench) })
    handlers.removeSpan = removing(bench, handlers.removeSpan)
    // Never silent: whoever adds goes on typing.
    handlers.add ??= nothingToAdd
    handlers.addWithin ??= nothingToAdd
    if (bench.canSearch) handlers.searchOutside = () => bench.searchOutside(bench.open)
  } else Object.assign(handlers, ownMoves(bench, view), { skip: undefined, ask: undefined })
  useKeymap(bindings, withUndoOffers(bindings, handlers, offerUndo))
  const protocolKeys = view.bindings.map(({ id }) => id)
  return {
    bindings,
    first: firstKeys(
      bench,
      (id) => handlers[id] !== undefined && bindings.some((each) => each.id === id),
      protocolKeys,
    ),
  }
}

function moves({ stage, subject, answers, order, open, go, canSearch, search }: Bench): Handlers {
  const to = (unit: string | null | undefined) => unit && go({ unit, question: null })
  const openIndex = order.findIndex(({ key }) => key === open)
  return {
    next: () => to((order[openIndex + 1] ?? order[openIndex])?.key),
    previous: () => to((order[openIndex - 1] ?? order[openIndex])?.key),
    search: canSearch ? () => search(open) : undefined,
    missing: () => to(nextLacking(stage, subject, answers, open)),
  }
}

/** The protocol's own keys that only lead somewhere or show something; they work for whoever reads as well. */
function ownMoves(bench: Bench, view: StageView): Handlers {
  const all = view.handlers(bench)
  const moving = view.bindings.filter(({ group }) => group === MOVING)
  return Object.fromEntries(moving.map(({ id }) => [id, all[id]]))
}

function choices(bench: Bench, unit: UnitDraft): Handlers {
  const { survey, subject, answers, choose, chooseAll } = bench
  const handlers: Handlers = {}
  for (const question of survey.units.get(unit.key)?.asked ?? []) {
    if (isPick(question))
      for (const [place, { key }] of pickedFrom(question, subject.units, unit.key).entries())
        handlers[pickKey(unit.kind, question.key, place)] = () => actsOfPick(bench, { unit, question }).pick(key)
    for (const { value } of question.options ?? [])
      handlers[optionKey(unit.kind, question.key, value)] = () => {
        if (question.form === 'spans') return markingAt(bench, { unit, question }).label(value)
        if (question.form === 'choice') {
          // Who marks goes on in the text.
          const isMarking = !isWhole(unit) && document.activeElement?.hasAttribute('data-marking')
          if (!isMarking) return choose(unit.key, question.key, value)
          return chooseAll([{ unit: unit.key, question: question.key, value }], { origin: 'chosen' })
        }
        // More may be chosen, so that one stays.
        const next = withChoice(question, answers[unit.key]?.[question.key], value)
        chooseAll([{ unit: unit.key, question: question.key, value: next }], { origin: 'chosen' })
      }
  }
  return handlers
}
