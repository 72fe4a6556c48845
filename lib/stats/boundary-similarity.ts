import { boundariesOf, type TwoSegmentations } from './segmentation'
import { StatsInputError } from './stats-input-error'

export interface BoundarySimilarity {
  /** From 0 to 1, where both put the same boundaries (or none). */
  readonly value: number
  /** Boundaries of one that the other has not, not even nearby. */
  readonly additions: number
  /** Near misses. */
  readonly transpositions: number
  readonly matches: number
}

/**
 * Fournier's boundary similarity B = 1 - cost / (additions + transpositions + matches). An addition costs 1, a near
 * miss of s units, s < nT, costs s / nT; the shortest near misses are taken first, from left to right, and do not
 * overlap. Fournier 2013, ACL 2013:1702. nT is 2 unless given: only neighbouring units are near.
 * @throws StatsInputError for boundaries outside the text, or nT that is no whole number from 1.
 */
export function boundarySimilarity(
  { length, a, b }: TwoSegmentations,
  options: { readonly nT?: number | undefined } = {},
): BoundarySimilarity {
  const { nT = 2 } = options
  if (!Number.isInteger(nT) || nT < 1) throw new StatsInputError('invalid-option', `${nT} is not a span`)
  const [inA, inB] = [new Set(boundariesOf(a, length)), new Set(boundariesOf(b, length))]
  const onlyA = [...inA].filter((boundary) => !inB.has(boundary))
  const onlyB = [...inB].filter((boundary) => !inA.has(boundary))
  const near = nearMisses(onlyA, onlyB, nT)
  const transpositions = near.length
  const additions = onlyA.length + onlyB.length - 2 * transpositions
  const matches = inA.size - onlyA.length
  const all = additions + transpositions + matches
  const cost = additions + near.reduce((sum, span) => sum + (span.end - span.start) / nT, 0)
  return { value: all === 0 ? 1 : 1 - cost / all, additions, transpositions, matches }
}

interface Span {
  readonly start: number
  readonly end: number
}

function nearMisses(onlyA: readonly number[], onlyB: readonly number[], nT: number): Span[] {
  const candidates = onlyA
    .flatMap((one) => onlyB.map((other) => ({ start: Math.min(one, other), end: Math.max(one, other) })))
    .filter(({ start, end }) => end - start < nT)
    .sort((one, other) => one.end - one.start - (other.end - other.start) || one.start - other.start)
  const takenSpans: Span[] = []
  for (const span of candidates) {
    if (takenSpans.every(({ start, end }) => span.end < start || end < span.start)) takenSpans.push(span)
  }
  return takenSpans
}
