import { boundariesOf, type TwoSegmentations } from './segmentation'
import { segmentationWindow, shareOfWindows } from './segmentation-window'

export interface WindowMeasure {
  /** From 0 (no window differs) to 1. */
  readonly value: number
  readonly k: number
}

/**
 * WindowDiff: the share of windows of k units in which the two put different NUMBERS of boundaries; 0 is best. Pevzner &
 * Hearst 2002, Computational Linguistics 28:19. `k` is `segmentationWindow` of the reference `a` unless given.
 * @throws StatsInputError for boundaries outside the text, or when no window fits (k >= length).
 */
export function windowdiff(
  { length, a, b }: TwoSegmentations,
  options: { readonly k?: number | null | undefined } = {},
): WindowMeasure {
  const k = options.k ?? segmentationWindow(length, a)
  const both = [boundariesOf(a, length), boundariesOf(b, length)] as const
  return { value: shareOfWindows(length, both, k, (inA, inB) => inA !== inB), k }
}
