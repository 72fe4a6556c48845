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
 * Nobody marks anything: all 1, without a kappa; one does, the other does not: 0. For protocol files: no report shows it
 * yet.
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
  const matched = mostPairs(reference.length, compared.length, (left, right) => {
    const [one, other] = [reference[left], compared[right]]
    return one !== undefined && other !== undefined && overlap(one, other) >= iou
  })
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

/** Intersection over union. */
function overlap([start, end]: CharacterSpan, [from, to]: CharacterSpan): number {
  const shared = Math.max(0, Math.min(end, to) - Math.max(start, from))
  return shared / (end - start + (to - from) - shared)
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
