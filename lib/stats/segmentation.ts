import { StatsInputError } from './stats-input-error'

/**
 * A text of `length` units (characters, words, sentences) and where two people divided it. A boundary p, 0 < p < length,
 * stands after unit p; there is one segment more than boundaries. `a` is the reference where one is needed.
 */
export interface TwoSegmentations {
  readonly length: number
  readonly a: readonly number[]
  readonly b: readonly number[]
}

/**
 * The boundaries in their order, each once.
 * @throws StatsInputError for a boundary that is not inside the text, or a length that is no whole number from 1.
 */
export function boundariesOf(boundaries: readonly number[], length: number): number[] {
  if (!Number.isSafeInteger(length) || length < 1) {
    throw new StatsInputError('out-of-range', `${length} is not the length of a text`)
  }
  for (const boundary of boundaries) {
    if (!Number.isInteger(boundary) || boundary <= 0 || boundary >= length) {
      throw new StatsInputError('out-of-range', `Boundary ${boundary} is not inside a text of ${length}`)
    }
  }
  return [...new Set(boundaries)].sort((one, other) => one - other)
}
