import { checkTable, type DistanceTable } from './distance-table'
import { type RatingTable, requireDeclared, UNRATED } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

/** The scale of measurement, which decides how far two values are apart. */
export type MeasurementLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio'

/** A level, or distances of one's own between the declared categories. */
export type AlphaOptions =
  | { readonly level: MeasurementLevel }
  | { readonly level: 'custom'; readonly distances: DistanceTable }

export type KrippendorffAlpha = Stat<
  { /** units with at least two ratings */ nUnits: number /** ratings in them */; nValues: number },
  { do: number; de: number }
>

/**
 * Krippendorff's alpha = 1 - Do/De for any number of raters, with gaps; units with fewer than two ratings count nowhere.
 * Do = 1/n sum_units sum_{a != b} d(a,b) / (m_u - 1), De = 1/(n (n-1)) sum_{c,k} n_c n_k d(c,k), n pairable values.
 * d: nominal 0/1; ordinal (sum_{g=c..k} n_g - (n_c + n_k)/2)^2 in declared order; interval (c-k)^2; ratio
 * ((c-k)/(c+k))^2, 0 if c + k is 0; custom: the table's entries as they are (square them first if they are to weigh like
 * interval's). Krippendorff 2011, Computing Krippendorff's Alpha-Reliability; 2013, Content Analysis.
 * Undefined: `no-pairable-units`; `no-variation` if De is 0.
 * @throws StatsInputError for ordinal and custom without declared categories, for interval and ratio with labels other
 * than numbers, for a table that does not fit the categories.
 */
export function krippendorffAlpha(ratings: RatingTable, options: AlphaOptions): KrippendorffAlpha {
  const { level } = options
  const values = scaleValues(ratings, level)
  const totals = pairableTotals(ratings)
  const { nUnits, nValues, ofCategory } = totals
  const counts = { nUnits, nValues }
  if (nUnits === 0) return { value: null, reason: 'no-pairable-units', ...counts, do: null, de: null }
  const distance = distanceOf(options, values, ofCategory)
  const expected = expectedDisagreement(level, values, ofCategory, distance) / (nValues * (nValues - 1))
  const used = ofCategory.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  if (used < 2 || expected === 0) {
    return { value: null, reason: 'no-variation', ...counts, do: null, de: null }
  }
  const observed = observedDisagreement(ratings, distance) / nValues
  return { value: 1 - observed / expected, ...counts, do: observed, de: expected }
}

type Distance = (c: number, k: number) => number

function scaleValues(ratings: RatingTable, level: AlphaOptions['level']): Float64Array {
  if (level === 'ordinal') requireDeclared(ratings, 'Ordinal alpha')
  if (level === 'custom') requireDeclared(ratings, 'Alpha with distances of its own')
  if (level === 'nominal' || level === 'ordinal' || level === 'custom')
    return Float64Array.from(ratings.categories.keys())
  return Float64Array.from(ratings.categories, (label) => {
    if (typeof label === 'number') return label
    throw new StatsInputError('not-a-number', `${level} alpha needs numbers, not the label ${label}`)
  })
}

function visitPairable(ratings: RatingTable, visit: (codes: Int32Array, times: number) => void): void {
  const { raters } = ratings
  const codes = new Int32Array(raters)
  ratings.times.forEach((times, row) => {
    if (times === 0) return
    let size = 0
    for (let cell = row * raters; cell < (row + 1) * raters; cell++) {
      const code = ratings.codes[cell] ?? 0
      if (code !== UNRATED) codes[size++] = code
    }
    if (size > 1) visit(codes.subarray(0, size), times)
  })
}

function pairableTotals(ratings: RatingTable) {
  const ofCategory = new Float64Array(ratings.categories.length)
  let nUnits = 0
  let nValues = 0
  visitPairable(ratings, (codes, times) => {
    nUnits += times
    nValues += times * codes.length
    for (const code of codes) ofCategory[code] = (ofCategory[code] ?? 0) + times
  })
  return { nUnits, nValues, ofCategory }
}

function observedDisagreement(ratings: RatingTable, distance: Distance): number {
  let sum = 0
  visitPairable(ratings, (codes, times) => {
    let ofUnit = 0
    for (let a = 0; a < codes.length; a++) {
      for (let b = a + 1; b < codes.length; b++) ofUnit += distance(codes[a] ?? 0, codes[b] ?? 0)
    }
    sum += (times * 2 * ofUnit) / (codes.length - 1)
  })
  return sum
}

function distanceOf(options: AlphaOptions, values: Float64Array, ofCategory: Float64Array): Distance {
  const { level } = options
  if (options.level === 'custom') {
    const { distances } = options
    checkTable(distances, ofCategory.length, 0, (distance) => distance >= 0)
    return (c, k) => distances[c]?.[k] ?? 0
  }
  if (level === 'nominal') return (c, k) => (c === k ? 0 : 1)
  if (level === 'interval') return (c, k) => ((values[c] ?? 0) - (values[k] ?? 0)) ** 2
  if (level === 'ratio') {
    return (c, k) => {
      const sum = (values[c] ?? 0) + (values[k] ?? 0)
      return sum === 0 ? 0 : (((values[c] ?? 0) - (values[k] ?? 0)) / sum) ** 2
    }
  }
  // The mid-rank of each category: the distance of two is the difference of their mid-ranks.
  let below = 0
  const midRanks = ofCategory.map((count) => {
    below += count
    return below - count / 2
  })
  return (c, k) => ((midRanks[c] ?? 0) - (midRanks[k] ?? 0)) ** 2
}

function expectedDisagreement(
  level: AlphaOptions['level'],
  values: Float64Array,
  ofCategory: Float64Array,
  distance: Distance,
): number {
  if (level === 'interval') return squaredDifferences(values, ofCategory)
  const q = ofCategory.length
  let sum = 0
  for (let c = 0; c < q; c++) {
    for (let k = c + 1; k < q; k++) sum += (ofCategory[c] ?? 0) * (ofCategory[k] ?? 0) * distance(c, k)
  }
  return 2 * sum
}

/** The sum over c, k of n_c n_k (c-k)^2 in one pass, since a slider may take thousands of different values. */
function squaredDifferences(values: Float64Array, ofCategory: Float64Array): number {
  const n = ofCategory.reduce((sum, count) => sum + count, 0)
  const mean = values.reduce((sum, value, c) => sum + value * (ofCategory[c] ?? 0), 0) / n
  return 2 * n * values.reduce((sum, value, c) => sum + (ofCategory[c] ?? 0) * (value - mean) ** 2, 0)
}
