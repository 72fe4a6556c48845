/** The coefficients of a measure over many raters, each a function of one sample of counts. Pure. */
import type { Measure } from '@/lib/protocols/protocol'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { oneAgainstRest } from '@/lib/stats/one-against-rest'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import type { RatingTable } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { unanimous } from '@/lib/stats/unanimous'
import type { CoefficientKey, Majorities } from './contract'
import { meanCohen, type PairCells } from './pair-cells'
import type { Pattern } from './pattern-tables'

/** What a measure's statistics are computed of: ratings whoever gave them, and the confusions of every two annotators. */
export interface Sample {
  readonly any: RatingTable
  readonly pairs: Pick<PairCells, 'q' | 'pairs'>
  readonly pairCounts: Float64Array
}

export type Statistic<S> = (sample: S) => Estimate

/** The agreement on one category against all others has the name `category:` and its index. */
export type StatisticName = CoefficientKey | `category:${number}`

/** What of a measure makes its statistics. */
export type MeasureScale = Pick<Measure, 'level' | 'categories' | 'distances'>

/**
 * Is the statistic of all rated units, those rated once too? Gwet's chance agreement comes from the shares of the values
 * over all of them (Gwet 2014); every other statistic is of pairs of ratings only.
 */
export const isOfAllRated = (name: StatisticName): boolean => name === 'ac1'

/** Krippendorff's alpha at the measure's own level. */
export const alphaOf = ({ level }: MeasureScale, ratings: RatingTable): Estimate =>
  krippendorffAlpha(ratings, { level })

/** All statistics of a measure, in the order of `coefficientKeys`, then its categories. */
export function statisticsOf(measure: MeasureScale): Map<StatisticName, Statistic<Sample>> {
  const { distances } = measure
  const weighted: [StatisticName, Statistic<Sample>][] = distances
    ? [['alphaWeighted', ({ any }) => krippendorffAlpha(any, { level: 'custom', distances })]]
    : []
  return new Map<StatisticName, Statistic<Sample>>([
    ['percent', ({ any }) => percentAgreement(any)],
    ['unanimous', ({ any }) => unanimous(any)],
    ['alpha', ({ any }) => alphaOf(measure, any)],
    ...weighted,
    ['fleiss', ({ any }) => fleissKappa(any)],
    ['meanCohen', ({ pairs, pairCounts }) => meanCohen(pairs, pairCounts)],
    ['ac1', ({ any }) => gwetAc1(any)],
    ['brennanPrediger', ({ any }) => brennanPrediger(any)],
    ...measure.categories.flatMap((_, index): [StatisticName, Statistic<Sample>][] => {
      const name = statisticOfCategory(measure, index)
      if (name === 'alpha') return []
      return [[name, ({ any }) => krippendorffAlpha(oneAgainstRest(any, index), { level: 'nominal' })]]
    }),
  ])
}

/** Of two plain categories each stands against the rest exactly as both together do. */
export const statisticOfCategory = ({ level, categories }: MeasureScale, index: number): StatisticName =>
  level === 'nominal' && categories.length === 2 ? 'alpha' : `category:${index}`

/** Where three or more rated a unit: did all, or more than half of them, give it the same value? null where none did. */
export function majoritiesOf(patterns: readonly Pattern[]): Majorities | null {
  const counts: Majorities = { units: 0, all: 0, majority: 0, none: 0 }
  for (const { codes, units } of patterns) {
    if (codes.length < 3) continue
    const most = Math.max(...codes.map((code) => codes.filter((other) => other === code).length))
    counts.units += units
    counts[most === codes.length ? 'all' : 2 * most > codes.length ? 'majority' : 'none'] += units
  }
  return counts.units === 0 ? null : counts
}
