/** Entries of lists that are stretches marked in a text. Pure. */
import { entriesOf, placeOfEntry } from './made-units'
import { type MarkedSpan, sameSpan } from './marked-spans'
import type { Answers, Question, Span } from './protocol'

/** From which share of characters on two marks stand for one entry, where the list does not say. */
export const MARKS_OVERLAP = 0.5

export type MarkListQuestion = Question & { list: { marks: NonNullable<NonNullable<Question['list']>['marks']> } }

export const hasMarks = (question: Question): question is MarkListQuestion => question.list?.marks !== undefined

/** A mark with the key of its entry. */
export type Mark = MarkedSpan & { entry: string }

/** The marks of a list that an answer holds, in the order of the text; entries without a place are left out. */
export function marksOf({ key, list }: MarkListQuestion, answers: Answers, unit: string): Mark[] {
  return entriesOf(answers[unit]?.[key])
    .flatMap(({ key: entry }): Mark[] => {
      const place = placeOfEntry(list, answers[entry])
      const label = list.marks.label === null ? null : (answers[entry]?.[list.marks.label] ?? null)
      return place ? [{ ...place, label: typeof label === 'object' ? null : label, entry }] : []
    })
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
}

/** The marks as an answer of spans would have them, what is marked twice with one label once. */
export function markedSpansOf(question: MarkListQuestion, answers: Answers, unit: string): MarkedSpan[] {
  const spans = marksOf(question, answers, unit).map(({ start, end, label }): MarkedSpan => ({ start, end, label }))
  return spans.filter((span, index) => spans.findIndex((other) => sameSpan(other, span)) === index)
}

/** The characters that both have, as a share of those that either has. */
export function overlapOf(one: Span | null, other: Span | null): number {
  if (!one || !other) return 0
  const both = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  return both <= 0 ? 0 : both / (one.end - one.start + (other.end - other.start) - both)
}

/** The first mark that overlaps one before it; null where none does. */
export function overlappingMark(marks: readonly Mark[]): Mark | null {
  return marks.find((mark, index) => marks.slice(0, index).some(({ end }) => mark.start < end)) ?? null
}
