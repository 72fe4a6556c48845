/** Spans and what is asked of them, in words. */
import { codePointSlice } from '@/lib/text/code-points'
import { excerpt } from '@/lib/text/excerpt'
import { type MarkedSpan, spansOf } from './marked-spans'
import type { Json, Question, Span } from './protocol'

const LONGEST_WORDS = 300

type Labelled = Pick<Question, 'options'>

/** Its words in the text, and those of its label; null where it has none. */
export function spanInWords(
  { options = [] }: Labelled,
  text: string,
  { start, end, label }: MarkedSpan,
): { text: string; label: string | null } {
  const found = options.find(({ value }) => value === label)
  return { text: excerpt(codePointSlice(text, start, end), LONGEST_WORDS), label: found?.text ?? null }
}

/** All spans of an answer on one line; null where it is no such answer. */
export function spansInWords(question: Labelled, text: string, answer: Json): string | null {
  const spans = spansOf(answer)
  if (!spans) return null
  if (spans.length === 0) return 'nothing marked'
  return spans
    .map((span) => {
      const words = spanInWords(question, text, span)
      return words.label ? `“${words.text}” (${words.label})` : `“${words.text}”`
    })
    .join(', ')
}

/** Where a span is, by its characters. */
export const placeInWords = ({ start, end }: Span): string => `characters ${start} to ${end}`

/** The places of an answer's spans, one a line, where the text is not at hand. */
export function spanPlacesInWords({ options = [] }: Labelled, answer: Json): string {
  const spans = spansOf(answer) ?? []
  const lines = spans.map((span) => {
    const name = options.find(({ value }) => value === span.label)?.text
    return `${placeInWords(span)}${name === undefined ? '' : `: ${name}`}`
  })
  return lines.join('\n') || 'nothing marked'
}

/** How many spans are to be marked, in words; null where any number may be. */
export function numberOfSpans({ range }: Pick<Question, 'range'>): string | null {
  const { min, max } = range ?? { min: null, max: null }
  if (min && max) return min === max ? `Mark ${min}.` : `Mark ${min} to ${max}.`
  if (min) return `Mark at least ${min}.`
  return max ? `Mark at most ${max}.` : null
}
