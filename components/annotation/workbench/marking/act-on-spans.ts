/** What marking does to the spans of an answer. Pure. */
import { type MarkedSpan, sameMark, sameSpan, spansAnswer, spansProblem } from '@/lib/protocols/marked-spans'
import type { Json, Question } from '@/lib/protocols/protocol'

/** The spans afterwards and the one that one is at, or why nothing was done. */
export type SpanAct = { spans: MarkedSpan[]; picked: MarkedSpan | null } | { problem: string }

type Marking = Pick<Question, 'options' | 'range' | 'spans'>

/** A stretch that is chosen, without a label. */
export type Stretch = Pick<MarkedSpan, 'start' | 'end'>

/** The answer that has these spans; null, no answer, where none is left: that nothing is to be marked has to be said. */
export const answerWith = (question: Marking, spans: readonly MarkedSpan[]): Json =>
  spans.length === 0 ? null : spansAnswer(question, spans)

/** With one more; where just one is to be marked, such as where an entry is, the one that is there moves, and keeps its label unless it gets one. */
export function withSpan(question: Marking, spans: readonly MarkedSpan[], span: MarkedSpan): SpanAct {
  const isOne = question.range?.min === 1 && question.range.max === 1
  const [only] = spans
  if (!isOne || !only || spans.length > 1) return allowed(question, [...spans, span], span)
  return inPlaceOf(question, spans, [only, { ...only, ...span, label: span.label ?? only.label }])
}

/** One span in the place of another: moved, or with another label. */
export function inPlaceOf(
  question: Marking,
  spans: readonly MarkedSpan[],
  [old, span]: readonly [MarkedSpan, MarkedSpan],
): SpanAct {
  return allowed(question, [...spans.filter((each) => !sameMark(each, old)), span], span)
}

export const withoutSpan = (spans: readonly MarkedSpan[], span: MarkedSpan): SpanAct => ({
  spans: spans.filter((each) => !sameMark(each, span)),
  picked: null,
})

function allowed(question: Marking, spans: MarkedSpan[], picked: MarkedSpan): SpanAct {
  // Too few is what a beginning is.
  const problem = spansProblem(question, spans, 0)
  return problem === null ? { spans, picked } : { problem }
}

/** What a label, or Enter where there are none, does: marks what is chosen, or labels the span that one is at. null: nothing is chosen. */
export function labelled(
  question: Marking,
  spans: readonly MarkedSpan[],
  { chosen, picked, label }: { chosen: Stretch | null; picked: MarkedSpan | null; label: MarkedSpan['label'] },
): SpanAct | null {
  if (picked && (chosen === null || isAt(picked, chosen)))
    return inPlaceOf(question, spans, [picked, { ...picked, label }])
  return chosen ? withSpan(question, spans, { ...chosen, label }) : null
}

export const isAt = (span: Stretch, chosen: Stretch): boolean => span.start === chosen.start && span.end === chosen.end

/** The span around a place in the text, the shortest where several are; null where none is. */
export const spanAround = (spans: readonly MarkedSpan[], place: number): MarkedSpan | null =>
  spans
    .filter(({ start, end }) => start <= place && place < end)
    .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0] ?? null

/** The next span, or the one before, from where one is; round the end of the text. */
export function neighbour(
  spans: readonly MarkedSpan[],
  { picked, place }: { picked: MarkedSpan | null; place: number },
  by: 1 | -1,
): MarkedSpan | null {
  const index = picked ? spans.findIndex((each) => sameMark(each, picked)) : -1
  if (index >= 0) return spans.at((index + by) % spans.length) ?? null
  const ahead = by === 1 ? spans.find(({ start }) => start >= place) : spans.findLast(({ end }) => end <= place)
  return ahead ?? spans.at(by === 1 ? 0 : -1) ?? null
}

/** What a change of the spans is, in a sentence for those who listen; empty where nothing changed. */
export function changeInWords(
  before: readonly MarkedSpan[],
  after: readonly MarkedSpan[],
  inWords: (span: MarkedSpan) => string,
): string {
  const only = (spans: readonly MarkedSpan[], others: readonly MarkedSpan[]) =>
    spans.filter((span) => !others.some((other) => sameSpan(other, span)))
  const [gone, fresh] = [only(before, after), only(after, before)]
  if (gone.length + fresh.length === 0) return ''
  const parts = [
    ...(fresh.length > 0 ? [`${gone.length > 0 ? 'Now' : 'Marked'} ${fresh.map(inWords).join(', ')}`] : []),
    ...(gone.length > 0 && fresh.length === 0 ? [`Removed ${gone.map(inWords).join(', ')}`] : []),
  ]
  const count = after.length === 1 ? '1 span' : `${after.length} spans`
  return `${parts.join('. ')}. ${count} in all.`
}
