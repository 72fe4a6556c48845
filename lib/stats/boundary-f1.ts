import { boundariesOf, type TwoSegmentations } from './segmentation'
import { type SetScores, setScores } from './set-scores'
import { StatsInputError } from './stats-input-error'

export interface BoundaryF1 extends SetScores {
  /** The F1. */
  readonly value: number
  readonly matched: number
}

/**
 * Precision, recall and F1 of the boundaries of `b` against the reference `a`, matched one to one within `tolerance`
 * units (0 if not given), as many as possible. Nobody sees a boundary: 1; one does, the other does not: 0.
 * @throws StatsInputError for boundaries outside the text, or a tolerance below 0.
 */
export function boundaryF1(
  { length, a, b }: TwoSegmentations,
  options: { readonly tolerance?: number | undefined } = {},
): BoundaryF1 {
  const { tolerance = 0 } = options
  if (!(tolerance >= 0)) throw new StatsInputError('invalid-option', `${tolerance} is not a tolerance`)
  const [reference, compared] = [boundariesOf(a, length), boundariesOf(b, length)]
  const matched = countMatches(reference, compared, tolerance)
  const scores = setScores(matched, reference.length, compared.length)
  return { value: scores.f1, ...scores, matched }
}

/** From left to right, the first that fits: the most pairs, since all tolerances are equal. */
function countMatches(reference: readonly number[], compared: readonly number[], tolerance: number): number {
  let matched = 0
  let next = 0
  for (const boundary of reference) {
    while (next < compared.length && (compared[next] ?? 0) < boundary - tolerance) next++
    if (next === compared.length || (compared[next] ?? 0) > boundary + tolerance) continue
    matched++
    next++
  }
  return matched
}
