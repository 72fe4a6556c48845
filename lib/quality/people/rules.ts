/** How the figures about people are made, and how they are ranked: the same for page and API. Pure. */
import type { EstimateView } from '@/lib/quality/agreement/contract'

export const RULES = [
  'Counted are tasks whose annotators have all submitted, and of agreement the independent answers of round 1.',
  'Active minutes: time with the task open and in use. A pause between two signs of activity counts only when it is shorter than a minute. Shown are the median and the quartiles over tasks; with fewer than ten tasks only their number.',
  'Partners: every pair of this person’s rating and another annotator’s of the same unit, all partners together. Gold: the newest gold of the same units without this person’s own answers: what a third person settled stays, everything else is what more than half of the other annotators chose. Units of which nothing is left, such as single-rated ones, are left out.',
  'Kappa is Cohen’s, unweighted. Intervals: 95%, on the arcsine scale, from 2,000 bootstrap resamples of whole responses, seed 1; from fewer than 10 responses there is none, and from fewer than 40 they are marked. With fewer than 10 units only counts are shown.',
] as const

/** For managers, who see everybody. */
export const RANKING_RULE =
  'Rankings go by the lower end of the interval. Of many coefficients some are low by chance alone: look at the intervals and the answers before you speak of a person.'

/** The lower end of an interval, by which people are ranked; a figure without one comes last. */
export const lowerEnd = ({ interval }: EstimateView): number => interval?.low ?? Number.NEGATIVE_INFINITY

/** Ordered by the lower end, highest first; those without keep their order behind. */
export function rankByLowerEnd<Row>(rows: readonly Row[], estimateOf: (row: Row) => EstimateView | null): Row[] {
  const low = (row: Row) => {
    const estimate = estimateOf(row)
    return estimate ? lowerEnd(estimate) : Number.NEGATIVE_INFINITY
  }
  return rows.toSorted((a, b) => (low(a) === low(b) ? 0 : low(b) - low(a)))
}
