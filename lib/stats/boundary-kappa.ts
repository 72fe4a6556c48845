import { type CohenKappa, cohenKappa } from './cohen-kappa'
import { confusionMatrix } from './confusion-matrix'
import { ratingsOfTable } from './ratings'
import { boundariesOf, type TwoSegmentations } from './segmentation'

/**
 * Cohen's kappa over the length - 1 gaps of a text, each with or without a boundary; `n` is the number of gaps. Cohen
 * 1960; near misses count as misses, see `boundarySimilarity`. For protocol files: no report shows it yet.
 * Undefined: `no-pairable-units` for a text of one unit; `no-variation` if both say the same of every gap.
 * @throws StatsInputError for boundaries outside the text.
 */
export function boundaryKappa({ length, a, b }: TwoSegmentations): CohenKappa {
  const [inA, inB] = [boundariesOf(a, length), new Set(boundariesOf(b, length))]
  const both = inA.filter((boundary) => inB.has(boundary)).length
  const [onlyA, onlyB] = [inA.length - both, inB.size - both]
  const table = [
    [both, onlyA],
    [onlyB, length - 1 - both - onlyA - onlyB],
  ]
  return cohenKappa(confusionMatrix(ratingsOfTable(table, ['boundary', 'none'])))
}
