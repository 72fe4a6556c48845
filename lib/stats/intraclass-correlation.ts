import { completeUnits, type RatingTable, UNRATED } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

export type IntraclassCorrelation = Stat<{ /** units with at least two ratings */ nUnits: number }>

/**
 * ICC(1): how much of the variance of numbers lies between units, whoever rated them, with gaps. One-way random effects of single ratings:
 * (MSB - MSW) / (MSB + (m0 - 1) MSW), m0 = (N - sum m_u^2 / N) / (n - 1) for n units of m_u ratings, N in all. Shrout & Fleiss 1979,
 * Psychological Bulletin 86:420, case 1; of unequal numbers: Donner 1986, International Statistical Review 54:67.
 * Undefined: `no-pairable-units`; `no-variation` where nothing varies, or of a single unit.
 * @throws StatsInputError for labels other than numbers.
 */
export function iccOneWay(ratings: RatingTable): IntraclassCorrelation {
  const units = numberedUnits(ratings).filter(({ values }) => values.length > 1)
  const nUnits = sumOf(units, () => 1)
  if (nUnits === 0) return { value: null, reason: 'no-pairable-units', nUnits }
  const total = sumOf(units, ({ values }) => values.length)
  const grand = sumOf(units, ({ values }) => plainSum(values)) / total
  const between = sumOf(units, ({ values }) => values.length * (meanOf(values) - grand) ** 2) / (nUnits - 1)
  const within = sumOf(units, ({ values }) => squares(values, meanOf(values))) / (total - nUnits)
  const size = (total - sumOf(units, ({ values }) => values.length ** 2) / total) / (nUnits - 1)
  return ratio(between - within, between + (size - 1) * within, nUnits)
}

/**
 * ICC(2,1) or ICC(A,1): the same where every unit has a rating of every rater, who are a sample of raters and may differ in level. Two-way random
 * effects, absolute agreement of single ratings: (MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n). McGraw & Wong 1996, Psychological
 * Methods 1:30. Only completely rated units count.
 * Undefined: as ICC(1).
 * @throws StatsInputError for labels other than numbers.
 */
export function iccAgreement(ratings: RatingTable): IntraclassCorrelation {
  const units = numberedUnits(completeUnits(ratings)).filter(({ values }) => values.length > 1)
  const n = sumOf(units, () => 1)
  const k = units[0]?.values.length ?? 0
  if (n === 0) return { value: null, reason: 'no-pairable-units', nUnits: n }
  const grand = sumOf(units, ({ values }) => plainSum(values)) / (n * k)
  const ofRater = Array.from({ length: k }, (_, rater) => sumOf(units, ({ values }) => values[rater] ?? 0) / n)
  const rows = k * sumOf(units, ({ values }) => (meanOf(values) - grand) ** 2)
  const columns = n * squares(ofRater, grand)
  const all = sumOf(units, ({ values }) => squares(values, grand))
  const [msr, msc, mse] = [rows / (n - 1), columns / (k - 1), (all - rows - columns) / ((n - 1) * (k - 1))]
  return ratio(msr - mse, msr + (k - 1) * mse + (k * (msc - mse)) / n, n)
}

interface NumberedUnit {
  values: readonly number[]
  times: number
}

function numberedUnits({ categories, codes, raters, times }: RatingTable): NumberedUnit[] {
  const numbers = categories.map((label) => {
    if (typeof label === 'number') return label
    throw new StatsInputError('not-a-number', `An intraclass correlation needs numbers, not the label ${label}`)
  })
  return Array.from(times, (count, row) => ({
    times: count,
    values: Array.from(codes.subarray(row * raters, (row + 1) * raters)).flatMap((code) =>
      code === UNRATED ? [] : [numbers[code] ?? 0],
    ),
  })).filter((unit) => unit.times > 0)
}

const sumOf = (units: readonly NumberedUnit[], of: (unit: NumberedUnit) => number): number =>
  units.reduce((sum, unit) => sum + unit.times * of(unit), 0)
const plainSum = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const meanOf = (values: readonly number[]): number => plainSum(values) / values.length
const squares = (values: readonly number[], around: number): number =>
  values.reduce((sum, value) => sum + (value - around) ** 2, 0)

/** Of a single unit, mean squares are 0/0. What is 0 but for rounding does not vary. */
function ratio(part: number, whole: number, nUnits: number): IntraclassCorrelation {
  if (!(Math.abs(whole) > 1e-12)) return { value: null, reason: 'no-variation', nUnits }
  return { value: part / whole, nUnits }
}
