/** What keys and buttons do to the spans of the open task: one place for both. */
import { type Bench, fieldId } from '@/components/annotation/workbench/bench-context'
import { optionKey } from '@/components/annotation/workbench/keys'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { toast } from '@/components/ui/toast'
import { type MarkedSpan, sameMark, sameSpan, spansOf, textToMark } from '@/lib/protocols/marked-spans'
import { hasMarks } from '@/lib/protocols/marks'
import type { Option, Question, UnitDraft } from '@/lib/protocols/protocol'
import {
  answerWith,
  inPlaceOf,
  isAt,
  labelled,
  neighbour,
  type SpanAct,
  type Stretch,
  withoutSpan,
  withSpan,
} from './act-on-spans'
import { isPlaceQuestion, labelQuestionOf, markedFieldId, marksAround, marksHost } from './mark-acts'
import { chooseSpan, chosenInField, placeInText } from './spans-field'

/** A question of form `spans`, or a list of marks, where it is asked. */
export interface MarkingPlace {
  unit: UnitDraft
  question: Question
}

const NO_SPANS: readonly MarkedSpan[] = []

/** Where spans are marked: on the workbench, or at the desk. */
export interface MarkingHost {
  question: Question
  text: string
  spans: readonly MarkedSpan[]
  /** The span that one is at. */
  picked: MarkedSpan | null
  field(): HTMLTextAreaElement | null
  pick(span: MarkedSpan | null): void
  write(spans: readonly MarkedSpan[]): void
  goToText(): void
  /** Says why nothing was done. */
  refuse(problem: string): void
  /** Says that the chosen words need one of several labels. */
  askForLabel(options: readonly Option[]): void
}
export type Marking = ReturnType<typeof markingIn>

/** The spans of a place, the text they are in, and what can be done to them. */
export function markingIn(host: MarkingHost) {
  const { question, text, spans, picked, field, pick, goToText } = host
  const chosen = (): Stretch | null => {
    const element = field()
    return element && chosenInField(element, text, picked)
  }
  const perform = (act: SpanAct | null) => {
    if (act === null) return goToText()
    if ('problem' in act) return host.refuse(act.problem)
    host.write(act.spans)
    pick(act.picked)
  }
  const goTo = (span: MarkedSpan) => {
    const element = field()
    const place = spans.findIndex((each) => sameMark(each, span))
    if (element) chooseSpan(element, text, span, place)
    pick(span)
  }
  return {
    question,
    spans,
    text,
    picked,
    pick,
    goTo,
    goToText,
    field,
    label: (label: MarkedSpan['label']) => perform(labelled(question, spans, { chosen: chosen(), picked, label })),
    /** Marks what is chosen, without a label; where one is at a span, its own words stay chosen, and are no other span. */
    markChosen: () => {
      const words = chosen()
      if (words && picked && isAt(picked, words))
        return host.refuse('These words are marked already. Choose others to mark them as well.')
      perform(words && withSpan(question, spans, { ...words, label: null }))
    },
    relabel: (span: MarkedSpan, label: MarkedSpan['label']) =>
      perform(inPlaceOf(question, spans, [span, { ...span, label }])),
    /** Enter: the span that one is at moves to what is chosen; without one, what is chosen is marked where there is but one label. */
    enter: (words: Stretch) => {
      if (picked) return perform(inPlaceOf(question, spans, [picked, { ...picked, ...words }]))
      const options = question.spans?.labelLater ? [] : (question.options ?? [])
      if (options.length > 1) return host.askForLabel(options)
      perform(labelled(question, spans, { chosen: words, picked: null, label: options[0]?.value ?? null }))
    },
    moveTo: (span: MarkedSpan) => {
      const words = chosen()
      perform(words && inPlaceOf(question, spans, [span, { ...span, ...words }]))
    },
    remove: (span: MarkedSpan) => perform(withoutSpan(spans, span)),
    step: (by: 1 | -1) => {
      const element = field()
      const place = element ? placeInText(text, element.selectionStart) : 0
      const next = neighbour(spans, { picked, place }, by)
      if (next) goTo(next)
    },
  }
}

/** The same on the workbench, with whether the question is answered, and how it is said that there is nothing to mark. */
export function markingAt(bench: Bench, { unit, question }: MarkingPlace) {
  const inform = (title: string, description: string) => toast.info(title, { description, id: 'marking' })
  const notices = {
    refuse: (problem: string) => inform('Not marked', problem),
    askForLabel: (options: readonly Option[]) =>
      inform('Choose a label', options.map(({ text: name, key }) => `${key}: ${name}`).join(', ')),
  }
  if (hasMarks(question)) {
    const host = marksHost(bench, { unit, question })
    const marking = markingIn({ ...host, ...notices })
    return { ...marking, isAnswered: host.spans.length > 0, mayBeNothing: false, nothing: () => undefined }
  }
  const place = { unit: unit.key, question: question.key }
  const answer = bench.answers[unit.key]?.[question.key]
  const spans = spansOf(answer) ?? NO_SPANS
  const isHere = bench.picked?.unit === unit.key && bench.picked.question === question.key
  const mayBeNothing = spans.length === 0 && (question.range?.min ?? 0) === 0
  const marking = markingIn({
    question,
    text: textToMark(question, bench.subject.content),
    spans,
    // What is gone, by undo for one, is no place to be at.
    picked: (isHere && spans.find((span) => bench.picked && sameSpan(span, bench.picked.span))) || null,
    field: () => {
      const element = document.getElementById(fieldId(unit.key, question.key))
      return element instanceof HTMLTextAreaElement ? element : null
    },
    pick: (span) => bench.pick(span && { ...place, span }),
    write: (marked) => bench.chooseAll([{ ...place, value: answerWith(question, marked) }], { origin: 'chosen' }),
    goToText: () => bench.go(place),
    ...notices,
  })
  return {
    ...marking,
    isAnswered: spansOf(answer) !== null,
    /** Can it be said that nothing is to be marked? */
    mayBeNothing,
    /** Says that nothing is to be marked; spans that are there stay. */
    nothing: () => {
      if (mayBeNothing) bench.choose(unit.key, question.key, { spans: [] })
    },
  }
}

/**
 * Where spans are marked now: the questions of form `spans`, and the lists of marks, that are asked of the whole item, of the open unit, or of what
 * holds that.
 */
export function markingPlaces({
  stage,
  survey,
  order,
  openUnit,
}: Pick<Bench, 'stage' | 'survey' | 'order' | 'openUnit'>): MarkingPlace[] {
  const around = openUnit ? marksAround({ survey }, openUnit.key) : null
  const units = [...order.filter(isWhole), ...(around ? [around.unit] : []), ...(openUnit ? [openUnit] : [])]
  return units
    .filter((unit, index) => units.findIndex(({ key }) => key === unit.key) === index)
    .flatMap((unit) =>
      (survey.units.get(unit.key)?.asked ?? []).flatMap((question) =>
        hasMarks(question) || (question.form === 'spans' && !isPlaceQuestion(stage, question))
          ? [{ unit, question }]
          : [],
      ),
    )
}

/**
 * Handlers of the keys of marking: they act in the text in focus, else in the one where a span was picked, else in the first. A span is
 * removed while the focus is in a text or in its row; elsewhere that key does nothing, and the handler answers false.
 */
export function spanKeys(bench: Bench): Record<string, (() => unknown) | undefined> {
  const places = markingPlaces(bench)
  const [first] = places
  if (!first) return {}
  const activeMarking = () =>
    markingAt(bench, places.find(isInFocus) ?? places.find((place) => isPickedIn(bench, place)) ?? first)
  return {
    // From one text that can be marked to the next.
    markText: () => {
      const next = places[(places.findIndex(isInFocus) + 1) % places.length] ?? first
      const { picked, goTo, goToText } = markingAt(bench, next)
      if (picked && hasMarks(next.question)) goTo(picked)
      else goToText()
    },
    nothingMarked: () => activeMarking().nothing(),
    nextSpan: () => activeMarking().step(1),
    previousSpan: () => activeMarking().step(-1),
    removeSpan: places.some((place) => isPickedIn(bench, place))
      ? () => {
          const { picked, remove, goToText } = activeMarking()
          const isInRow = document.activeElement?.closest('[data-picked-span]')
          if (!picked || !(isInRow || places.some(isInFocus))) return false
          remove(picked)
          // The row goes, and the focus with it.
          if (isInRow) goToText()
          return true
        }
      : undefined,
  }
}

const isInFocus = ({ unit, question }: MarkingPlace): boolean =>
  document.activeElement?.id === markedFieldId(unit.key, question)

const isPickedIn = (bench: Bench, { unit, question }: MarkingPlace): boolean =>
  hasMarks(question)
    ? markingAt(bench, { unit, question }).picked !== null
    : bench.picked?.unit === unit.key && bench.picked.question === question.key

/**
 * Handlers of the keys of the labels of lists of marks: in the text they mark the words that are chosen or label the mark that one is at; elsewhere
 * they answer about the open mark, and without one they mark as well.
 */
export function markLabelKeys(bench: Bench): Record<string, () => void> {
  const handlers: Record<string, () => void> = {}
  for (const { unit, question } of markingPlaces(bench)) {
    const label = hasMarks(question) ? labelQuestionOf(bench.stage, question) : undefined
    for (const { value } of label?.options ?? [])
      handlers[optionKey(label?.unit ?? '', label?.key ?? '', value)] = () => {
        const marking = markingAt(bench, { unit, question })
        const { entry } = marking.picked ?? {}
        if (entry === undefined || isInFocus({ unit, question })) marking.label(value)
        else bench.choose(entry, label?.key ?? '', value)
      }
  }
  return handlers
}
