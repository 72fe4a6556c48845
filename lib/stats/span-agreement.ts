import { cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { mostPairs } from './most-pairs'
import { ratingsOfTable } from './ratings'
import { type SetScores, setScores } from './set-scores'
import { StatsInputError } from './stats-input-error'

/** Part of a text from `start` up to, not including, `end`, in characters. */
export type CharacterSpan = readonly [start: number, end: number]

export interface SpanAgreement {
  /** Spans that are the same in both. */
  readonly exact: SetScores
  /** Characters inside some span, and Cohen's kappa of inside or outside (null: both say the same of all). */
  readonly char: SetScores & { readonly jaccard: number; readonly kappa: number | null }
  /** Spans matched one to one, as many as possible, whose intersection is at least `iou` of their union. */
  readonly relaxed: SetScores & { readonly matched: number }
}

/**
 * How well the spans `b` agree with the reference `a` in a text of `length` characters; a span given twice counts once.
 * Nobody marks anything: all 1, without a kappa; one does, the other does not: 0. Reports have these as sums over texts
 * (`lib/protocols/span-comparison.ts`), the matching by `spansInCommon`; this is one text by itself, as in reference vectors.
 * @throws StatsInputError for empty spans, spans outside the text, or `iou` not above 0 and up to 1.
 */
export function spanAgreement(
  {
    length,
    a,
    b,
  }: { readonly length: number; readonly a: readonly CharacterSpan[]; readonly b: readonly CharacterSpan[] },
  options: { readonly iou: number },
): SpanAgreement {
  const { iou } = options
  if (!(iou > 0 && iou <= 1)) throw new StatsInputError('invalid-option', `${iou} is not a share of the union`)
  const [reference, compared] = [distinctSpans(a, length), distinctSpans(b, length)]
  const known = new Set(reference.map(String))
  const same = compared.filter((span) => known.has(String(span))).length
  const matched = spansInCommon(reference.map(placed), compared.map(placed), iou)
  const scores = (count: number) => setScores(count, reference.length, compared.length)
  return {
    exact: scores(same),
    char: characterAgreement(covered(reference, length), covered(compared, length)),
    relaxed: { ...scores(matched), matched },
  }
}

function distinctSpans(spans: readonly CharacterSpan[], length: number): CharacterSpan[] {
  for (const [start, end] of spans) {
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || start >= end || end > length) {
      throw new StatsInputError('out-of-range', `${start} to ${end} is not a span of a text of ${length}`)
    }
  }
  return [...new Map(spans.map((span) => [String(span), span])).values()]
}

interface Placed {
  readonly start: number
  readonly end: number
}

const placed = ([start, end]: CharacterSpan): Placed => ({ start, end })

/** How many spans can be matched one to one whose intersection is at least `iou` of their union; each is counted, the same place twice, too. */
export const spansInCommon = (one: readonly Placed[], other: readonly Placed[], iou: number): number =>
  mostPairs(one.length, other.length, (left, right) => {
    const [first, second] = [one[left], other[right]]
    return first !== undefined && second !== undefined && overlap(first, second) >= iou
  })

/** Intersection over union. */
function overlap(one: Placed, other: Placed): number {
  const shared = Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))
  return shared / (one.end - one.start + (other.end - other.start) - shared)
}

function covered(spans: readonly CharacterSpan[], length: number): Uint8Array {
  const inside = new Uint8Array(length)
  for (const [start, end] of spans) inside.fill(1, start, end)
  return inside
}

function characterAgreement(inA: Uint8Array, inB: Uint8Array): SpanAgreement['char'] {
  const sizeA = inA.reduce((sum, inside) => sum + inside, 0)
  const sizeB = inB.reduce((sum, inside) => sum + inside, 0)
  const both = inA.reduce((sum, inside, i) => sum + inside * (inB[i] ?? 0), 0)
  const union = sizeA + sizeB - both
  const table = [
    [both, sizeA - both],
    [sizeB - both, inA.length - union],
  ]
  const kappa = cohenKappa(confusionMatrix(ratingsOfTable(table, ['inside', 'outside']))).value
  return { ...setScores(both, sizeA, sizeB), jaccard: union === 0 ? 1 : both / union, kappa }
}
