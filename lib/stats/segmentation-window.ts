import { boundariesOf } from './segmentation'
import { StatsInputError } from './stats-input-error'

/**
 * The usual window of WindowDiff and Pk: half the mean length of the reference's segments, rounded half to even, at
 * least 2. Pevzner & Hearst 2002, Computational Linguistics 28:19; rounding as in segeval (Fournier 2013).
 * @throws StatsInputError for boundaries outside the text.
 */
export function segmentationWindow(length: number, reference: readonly number[]): number {
  const segments = boundariesOf(reference, length).length + 1
  return Math.max(2, roundHalfToEven(length / (2 * segments)))
}

function roundHalfToEven(value: number): number {
  const below = Math.floor(value)
  if (value - below !== 0.5) return Math.round(value)
  return below % 2 === 0 ? below : below + 1
}

/**
 * How many of the windows from i = 0 to length - k - 1 differ: `differ` compares the numbers of boundaries p with
 * i < p <= i + k.
 * @throws StatsInputError if no window of k fits into the text.
 */
export function shareOfWindows(
  length: number,
  [a, b]: readonly [readonly number[], readonly number[]],
  k: number,
  differ: (inA: number, inB: number) => boolean,
): number {
  if (!Number.isInteger(k) || k < 1 || k >= length) {
    throw new StatsInputError('invalid-option', `A window of ${k} does not fit into a text of ${length}`)
  }
  const [upToA, upToB] = [boundariesUpTo(a, length), boundariesUpTo(b, length)]
  const within = (upTo: Int32Array, i: number) => (upTo[i + k] ?? 0) - (upTo[i] ?? 0)
  let different = 0
  for (let i = 0; i < length - k; i++) {
    if (differ(within(upToA, i), within(upToB, i))) different++
  }
  return different / (length - k)
}

/** Entry p is the number of boundaries from 1 to p. */
function boundariesUpTo(boundaries: readonly number[], length: number): Int32Array {
  const upTo = new Int32Array(length)
  for (const boundary of boundaries) upTo[boundary] = 1
  for (let p = 1; p < length; p++) upTo[p] = (upTo[p] ?? 0) + (upTo[p - 1] ?? 0)
  return upTo
}
