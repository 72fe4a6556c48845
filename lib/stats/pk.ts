import { boundariesOf, type TwoSegmentations } from './segmentation'
import { segmentationWindow, shareOfWindows } from './segmentation-window'
import type { WindowMeasure } from './windowdiff'

/**
 * Pk: the share of windows of k units whose ends the one puts into one segment and the other does not; 0 is best.
 * Beeferman, Berger & Lafferty 1999, Machine Learning 34:177. It misses what happens inside a window (Pevzner & Hearst
 * 2002): see `windowdiff`. `k` is `segmentationWindow` of the reference `a` unless given.
 * @throws StatsInputError for boundaries outside the text, or when no window fits (k >= length).
 */
export function pk(
  { length, a, b }: TwoSegmentations,
  options: { readonly k?: number | null | undefined } = {},
): WindowMeasure {
  const k = options.k ?? segmentationWindow(length, a)
  const both = [boundariesOf(a, length), boundariesOf(b, length)] as const
  return { value: shareOfWindows(length, both, k, (inA, inB) => inA > 0 !== inB > 0), k }
}
