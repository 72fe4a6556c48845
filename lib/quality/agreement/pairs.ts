/** Two raters: their confusion and every coefficient made of it. Pure. */

import { biasIndex } from '@/lib/stats/bias-index'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { prevalenceIndex } from '@/lib/stats/prevalence-index'
import type { RatingTable } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { scottPi } from '@/lib/stats/scott-pi'
import { type PairCoefficientKey, type PairView, pairCoefficientKeys } from './detail/contract'
import { presentEstimate } from './estimates'
import type { IntervalView } from './intervals'
import { labelsOf } from './pattern-tables'
import { alphaOf, type MeasureScale } from './statistics'

/** What two raters gave the units that both rated. */
export interface PairCounts {
  first: string
  second: string
  /** Rows: the first rater's category; columns: the second's. */
  confusion: number[][]
  /** Responses with a unit that both rated. */
  responses: number
}

/** The figures of a pair; the interval is that of Cohen's kappa. */
export function presentPair(measure: MeasureScale, pair: PairCounts, interval?: IntervalView): PairView {
  const { first, second, confusion, responses } = pair
  const table = tableOf(measure, confusion)
  const n = confusion.flat().reduce((sum, count) => sum + count, 0)
  const used = measure.categories.filter((_, k) =>
    confusion.some((row, i) => (i === k ? sum(row) > 0 : (row[k] ?? 0) > 0)),
  )
  const about = { n, only: used.length === 1 ? (used[0]?.text ?? null) : null }
  const statistics = pairStatistics(measure)
  return {
    first,
    second,
    n,
    responses,
    confusion,
    coefficients: pairCoefficientKeys.flatMap((key) => {
      const statistic = statistics.get(key)
      if (!statistic) return []
      const own = key === 'cohen' ? interval : undefined
      return [{ key, estimate: presentEstimate(key, statistic(table), about, own) }]
    }),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

function tableOf(measure: MeasureScale, confusion: readonly (readonly number[])[]): RatingTable {
  const q = measure.categories.length
  const cells = confusion.flatMap((row, i) => row.map((times, j) => ({ times, codes: [i, j] })))
  return {
    categories: labelsOf(measure),
    declared: true,
    raters: 2,
    codes: Int32Array.from(cells.flatMap(({ codes }) => codes)).slice(0, q * q * 2),
    times: Float64Array.from(cells, ({ times }) => times),
  }
}

/** Bias and prevalence index are of two categories only. */
function pairStatistics(measure: MeasureScale): Map<PairCoefficientKey, (ratings: RatingTable) => Estimate> {
  const always: [PairCoefficientKey, (ratings: RatingTable) => Estimate][] = [
    ['percent', (x) => percentAgreement(x)],
    ['cohen', (x) => cohenKappa(confusionMatrix(x))],
    ['scott', (x) => scottPi(x)],
    ['alpha', (x) => alphaOf(measure, x)],
    ['ac1', gwetAc1],
    ['brennanPrediger', (x) => brennanPrediger(x)],
  ]
  if (measure.categories.length !== 2) return new Map(always)
  return new Map([
    ...always,
    ['prevalenceIndex', (x) => prevalenceIndex(confusionMatrix(x))],
    ['biasIndex', (x) => biasIndex(confusionMatrix(x))],
  ])
}
