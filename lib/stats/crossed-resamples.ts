import { type Draws, draw, noneDrawn } from './draws'
import { seededRandom } from './seeded-random'

/** So many units were rated by these annotators (numbers) in this way (indexes of categories); the units of resamples are told apart by these. */
export interface RatedPattern {
  readonly raters: readonly number[]
  readonly codes: readonly number[]
}

/** How far two categories are apart: the same or not, by their mid-ranks, or by the numbers that they are. */
export type CrossedScale =
  | { readonly level: 'nominal' | 'ordinal'; readonly categories: number }
  | { readonly level: 'interval'; readonly values: readonly number[] }

export interface CrossedOptions {
  readonly seed: number
  readonly resamples: number
  /** Called before every resample; may throw. */
  readonly check?: () => void
}

/** The values of all resamples in which a figure is defined, in the order in which they were drawn. */
export interface CrossedResamples {
  /** How many annotators each resample draws. */
  readonly annotators: number
  readonly percent: number[]
  readonly alpha: number[]
}

/** The numbers of those who rated a unit that somebody else rated as well, ascending. */
export const annotatorsOf = (patterns: readonly RatedPattern[]): number[] =>
  [...new Set(patterns.flatMap(({ raters }) => (raters.length > 1 ? raters : [])))].sort((a, b) => a - b)

/**
 * Percent agreement and Krippendorff's alpha of resamples of annotators and responses at once (the pigeonhole bootstrap of crossed random
 * effects: McCullagh 2000, Bernoulli 6:285; Owen 2007, Ann. Appl. Stat. 1:386). Each resample draws as many annotators as there are, with
 * replacement, then as many responses as there are, by `draws`, whose rows are the patterns. A rating counts as often as its annotator was
 * drawn, its unit as often as its response was. Two copies of one annotator are never compared with each other, since they would agree always.
 *
 * With w the times that annotators were drawn, W_c the sum of w over a unit's ratings c, m = sum W_c, and p = m^2 - sum w^2 the pairs of
 * different annotators, of the units with p > 0: percent is the mean of sum_c (W_c^2 - sum_{ratings c} w^2) / p; alpha = 1 - Do / De with
 * Do the mean, weighed by m, of sum_{c, k} W_c W_k d(c, k) / p, and De as in `krippendorffAlpha` of the sums of W_c. With all w = 1 both
 * are the plain figures.
 */
export function crossedResamples(
  patterns: readonly RatedPattern[],
  draws: Draws,
  scale: CrossedScale,
  { seed, resamples, check }: CrossedOptions,
): CrossedResamples {
  const numbers = annotatorsOf(patterns)
  const figuresOf = weightedFiguresOf(patterns, numbers, scale)
  const found: CrossedResamples = { annotators: numbers.length, percent: [], alpha: [] }
  if (numbers.length === 0 || draws.typeOf.length === 0) return found
  const random = seededRandom(seed)
  const weights = new Int32Array(numbers.length)
  const times = new Float64Array(patterns.length)
  const drawn = noneDrawn(draws)
  for (let run = 0; run < resamples; run++) {
    check?.()
    weights.fill(0)
    for (let each = 0; each < numbers.length; each++) {
      const index = random(numbers.length)
      weights[index] = (weights[index] ?? 0) + 1
    }
    draw(draws, random, times, drawn)
    const { percent, alpha } = figuresOf(weights, times)
    if (percent !== null) found.percent.push(percent)
    if (alpha !== null) found.alpha.push(alpha)
  }
  return found
}

/** Steps of one resample, for estimates of how long all will take. */
export const stepsOfCrossed = (patterns: readonly RatedPattern[]): number =>
  patterns.reduce((sum, { codes }) => sum + codes.length + new Set(codes).size ** 2, 0)

interface WeightedFigures {
  percent: number | null
  alpha: number | null
}

/** A pattern with its annotators by place among all, and its ratings by place among the categories that occur in it. */
interface IndexedPattern {
  readonly raters: Int32Array
  readonly places: Int32Array
  readonly categories: Int32Array
  /** W_c of a resample, for each of `categories`. */
  readonly sums: Float64Array
}

function weightedFiguresOf(patterns: readonly RatedPattern[], numbers: readonly number[], scale: CrossedScale) {
  const indexOf = new Map(numbers.map((number, index) => [number, index]))
  const indexed = patterns.map(({ raters, codes }): IndexedPattern => {
    const categories = [...new Set(codes)].sort((a, b) => a - b)
    return {
      raters: Int32Array.from(raters, (number) => indexOf.get(number) ?? -1),
      places: Int32Array.from(codes, (code) => categories.indexOf(code)),
      categories: Int32Array.from(categories),
      sums: new Float64Array(categories.length),
    }
  })
  const totals = new Float64Array(scale.level === 'interval' ? scale.values.length : scale.categories)
  const pairsOf = new Float64Array(patterns.length)
  return (weights: Int32Array, times: Float64Array): WeightedFigures => {
    totals.fill(0)
    let units = 0
    let agreeing = 0
    indexed.forEach((pattern, index) => {
      const unitTimes = times[index] ?? 0
      const alike = unitTimes === 0 ? 0 : addRatings(pattern, weights)
      const mass = unitTimes === 0 ? 0 : pattern.sums.reduce((sum, each) => sum + each, 0)
      const pairs = mass ** 2 - alike
      pairsOf[index] = pairs
      if (pairs <= 0) return
      units += unitTimes
      agreeing += (unitTimes * (pattern.sums.reduce((sum, each) => sum + each ** 2, 0) - alike)) / pairs
      pattern.categories.forEach((category, place) => {
        totals[category] = (totals[category] ?? 0) + unitTimes * (pattern.sums[place] ?? 0)
      })
    })
    if (units === 0) return { percent: null, alpha: null }
    return { percent: agreeing / units, alpha: alphaOf(indexed, pairsOf, times, totals, scale) }
  }
}

/** Fills a pattern's W_c; gives the sum of the squared weights of its ratings. */
function addRatings({ raters, places, sums }: IndexedPattern, weights: Int32Array): number {
  let squares = 0
  sums.fill(0)
  for (let rating = 0; rating < raters.length; rating++) {
    const weight = weights[raters[rating] ?? -1] ?? 0
    const place = places[rating] ?? 0
    sums[place] = (sums[place] ?? 0) + weight
    squares += weight ** 2
  }
  return squares
}

function alphaOf(
  indexed: readonly IndexedPattern[],
  pairsOf: Float64Array,
  times: Float64Array,
  totals: Float64Array,
  scale: CrossedScale,
): number | null {
  const all = totals.reduce((sum, each) => sum + each, 0)
  const categoryPositions = positionsOf(scale, totals)
  const expected = totalDistance(totals, totals.keys(), categoryPositions) / (all * (all - 1))
  // Of a single category the sum is rarely an exact 0: the mean of decimal values is rounded.
  if (totals.filter((total) => total > 0).length < 2 || expected === 0 || !Number.isFinite(expected)) return null
  let observed = 0
  indexed.forEach(({ categories, sums }, index) => {
    const pairs = pairsOf[index] ?? 0
    if (pairs <= 0 || sums.filter((sum) => sum > 0).length < 2) return
    const mass = sums.reduce((sum, each) => sum + each, 0)
    observed += ((times[index] ?? 0) * mass * totalDistance(sums, categories.values(), categoryPositions)) / pairs
  })
  return 1 - observed / all / expected
}

/** Where categories stand, their distance being the squared difference; null where all that differ are equally far apart. */
function positionsOf(scale: CrossedScale, totals: Float64Array): ArrayLike<number> | null {
  if (scale.level === 'nominal') return null
  if (scale.level === 'interval') return scale.values
  let below = 0
  return totals.map((count) => {
    below += count
    return below - count / 2
  })
}

/** The sum over all ordered pairs of categories of count times count times distance. */
function totalDistance(
  counts: Float64Array,
  categories: Iterable<number>,
  categoryPositions: ArrayLike<number> | null,
): number {
  const total = counts.reduce((sum, each) => sum + each, 0)
  if (categoryPositions === null) return total ** 2 - counts.reduce((sum, each) => sum + each ** 2, 0)
  const positions = Array.from(categories, (category) => categoryPositions[category] ?? 0)
  const mean = positions.reduce((sum, position, index) => sum + position * (counts[index] ?? 0), 0) / total
  return 2 * total * positions.reduce((sum, position, index) => sum + (counts[index] ?? 0) * (position - mean) ** 2, 0)
}
