import type { EstimateView, RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { raterName } from './shown'

/** A figure of two raters; null where the measure does not have it. */
export const figureOf = (pair: PairView, key: PairView['coefficients'][number]['key']): EstimateView | null =>
  pair.coefficients.find((each) => each.key === key)?.estimate ?? null

export const pairKey = ({ first, second }: PairView): string => `${first} ${second}`

export const pairName = (raters: readonly RaterView[], { first, second }: PairView): string =>
  `${raterName(raters, first)} and ${raterName(raters, second)}`

/** The pair of two raters, whoever is first. */
export const pairOf = (pairs: readonly PairView[], one: string, other: string): PairView | null =>
  pairs.find(({ first, second }) => (first === one && second === other) || (first === other && second === one)) ?? null
