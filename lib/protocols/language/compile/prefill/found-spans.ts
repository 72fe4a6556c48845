/** Stretches that a model quotes: asked for with labels, and found again in the text or refused. */
import { z } from 'zod'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { type MarkedSpan, MOST_SPANS, sameSpan } from '@/lib/protocols/marked-spans'
import { type QuotedText, TakenPlaces } from '@/lib/text/find-quotes'
import type { Refusals } from './refusals'

/** What is said of a quotation besides its label. */
export const quoted = z.object({ quote: z.string(), before: z.string().nullable(), why: z.string().nullable() })

export type Quoted = z.output<typeof quoted> & { label: string }

interface Labelled {
  name: string
  line: string
}

/** The labels that a model can give; where there are none, one that says so. */
export const namesOf = (choices: readonly Labelled[]): [string, ...string[]] => {
  const [first, ...others] = choices.map(({ name }) => name)
  return first === undefined ? ['none'] : [first, ...others]
}

/** The labels as they are put to a model. */
export const linesOf = (choices: readonly Labelled[]): string =>
  choices.map(({ line }) => line).join('\n') || 'none: stretches have no labels here'

/** How many spans an answer may have. */
export const mostSpans = ({ max }: Pick<QuestionDefinition, 'max'>): number => Math.min(max ?? MOST_SPANS, MOST_SPANS)

export const NOT_THERE = 'These words do not stand in the text, or not so often.'

export interface FoundSpan {
  span: MarkedSpan
  quote: string
  why: string | null
}

/** Those that stand in the text and may stand beside those before them. */
export function foundSpans(
  source: QuotedText,
  quotations: readonly Quoted[],
  {
    marking: { overlapping, most },
    refused,
    labelOf,
  }: { marking: { overlapping: boolean; most: number }; refused: Refusals; labelOf(name: string): unknown },
): FoundSpan[] {
  // Of spans that may overlap, one stretch can have several labels; else a quotation that comes again means its next place.
  const placesByLabel = new Map<string, TakenPlaces>()
  const takenFor = (label: string) => {
    const key = overlapping ? label : ''
    const places = placesByLabel.get(key) ?? new TakenPlaces()
    placesByLabel.set(key, places)
    return places
  }
  const found: FoundSpan[] = []
  for (const { quote, before, label, why } of quotations) {
    const place = source.find({ text: quote, before }, takenFor(label))
    if (!place) {
      refused.add(quote, NOT_THERE)
      continue
    }
    const { start, end } = place
    const span = { start, end, label: (labelOf(label) ?? null) as MarkedSpan['label'] }
    const meets = found.some((other) => other.span.start < end && start < other.span.end)
    if (found.length >= most) refused.add(quote, `At most ${most} may be marked.`)
    else if (found.some((other) => sameSpan(other.span, span))) refused.add(quote, 'It was marked before.')
    else if (meets && !overlapping) refused.add(quote, 'It overlaps another one.')
    else found.push({ span, quote: place.text, why })
  }
  return found
}
