import { drawableCounts } from '@/lib/stats/bootstrap-counts'
import { resampleInSlices } from '@/lib/stats/bootstrap-in-slices'
import { countDraws } from '@/lib/stats/draws'
import type { PairFigures } from './contract'
import { BOOTSTRAP, countPairs, type PairCounts, presentPair } from './pair-figures'

/** `pairFigures` of many responses, with the very same figures: other work of the process comes in between. */
export async function pairFiguresInSlices(
  categories: readonly string[],
  responses: readonly PairCounts[],
): Promise<PairFigures> {
  const counted = countPairs(categories, responses)
  const { cells, statistics, isEnough } = counted
  if (!isEnough) return presentPair(counted, null)
  const [draws, sample] = [countDraws(responses, cells), drawableCounts(responses, cells)]
  return presentPair(counted, await resampleInSlices(draws, sample, statistics, BOOTSTRAP))
}
