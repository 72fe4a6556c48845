/** All figures of one measure over many raters, from counted patterns. Pure: the same counts give the same figures. */
import type { Estimate } from '@/lib/stats/result'
import { type CoefficientKey, coefficientKeys, type EstimateView, type Figures, MIN_UNITS } from './contract'
import { presentEstimate, withoutValue } from './estimates'
import type { Intervals } from './intervals'
import type { Pattern } from './pattern-tables'
import { sampleOf } from './sample'
import { type MeasureScale, majoritiesOf, type StatisticName, statisticOfCategory, statisticsOf } from './statistics'

/** Counts of a measure, or of a slice of it. */
export interface Counts {
  patterns: readonly Pattern[]
  /** Responses with a rated unit. */
  responses: number
}

/** The figures of these units; `intervals` by the names of `statisticsOf`, as far as they are there. */
export function figuresOf(measure: MeasureScale, { patterns, responses }: Counts, intervals: Intervals = {}): Figures {
  const twice = patterns.filter(({ codes }) => codes.length > 1)
  const about = { n: unitsIn(twice), only: onlyValue(measure, twice) }
  const { whole } = sampleOf(measure, patterns).drawable
  const isComplete = new Set(patterns.map(({ codes }) => codes.length)).size === 1
  const estimates = new Map<StatisticName, Estimate>(
    [...statisticsOf(measure)].map(([name, statistic]) => [name, statistic(whole)]),
  )
  const told = (name: StatisticName, figure: CoefficientKey): EstimateView => {
    const estimate = estimates.get(name) ?? { value: null, reason: 'empty' }
    if (name === 'fleiss' && !isComplete && about.n >= MIN_UNITS) return withoutValue(figure, 'incomplete-data', about)
    return presentEstimate(figure, estimate, about, intervals[name])
  }
  return {
    units: unitsIn(patterns),
    unitsWithTwo: about.n,
    unanimous: unitsIn(twice.filter(({ codes }) => codes.every((code) => code === codes[0]))),
    majorities: majoritiesOf(patterns),
    ratings: patterns.reduce((sum, { codes, units }) => sum + codes.length * units, 0),
    responses,
    raters: new Set(patterns.flatMap(({ raters }) => raters)).size,
    percent: told('percent', 'percent'),
    alpha: told('alpha', 'alpha'),
    others: coefficientKeys
      .filter((key) => key !== 'percent' && key !== 'alpha' && estimates.has(key))
      .map((key) => ({ key, estimate: told(key, key) })),
    categories: categoriesOf(measure, patterns, (index) => told(statisticOfCategory(measure, index), 'alpha')),
    confusion: confusionOf(measure, twice),
  }
}

const unitsIn = (patterns: readonly Pattern[]): number => patterns.reduce((sum, { units }) => sum + units, 0)

/** The text of the only value that was given to units rated twice. */
export function onlyValue({ categories }: MeasureScale, patterns: readonly Pattern[]): string | null {
  const used = new Set(patterns.flatMap(({ codes }) => codes))
  const [only] = used
  return used.size === 1 && only !== undefined ? (categories[only]?.text ?? null) : null
}

function categoriesOf(
  { categories }: MeasureScale,
  patterns: readonly Pattern[],
  alpha: (index: number) => EstimateView,
): Figures['categories'] {
  const counts = categories.map(() => 0)
  for (const { codes, units } of patterns) for (const code of codes) counts[code] = (counts[code] ?? 0) + units
  const total = counts.reduce((sum, count) => sum + count, 0)
  // As with percentages and coefficients: of few units, counts only.
  const isShared = total > 0 && unitsIn(patterns) >= MIN_UNITS
  return categories.map(({ value }, index) => {
    const count = counts[index] ?? 0
    return { value, count, share: isShared ? count / total : null, alpha: alpha(index) }
  })
}

/** Every pair of ratings of one unit, counted once in the upper half. */
function confusionOf({ categories }: MeasureScale, patterns: readonly Pattern[]): number[][] {
  const met = categories.map(() => categories.map(() => 0))
  for (const { codes, units } of patterns)
    codes.forEach((code, index) => {
      for (const other of codes.slice(index + 1)) {
        const row = met[Math.min(code, other)]
        const column = Math.max(code, other)
        if (row) row[column] = (row[column] ?? 0) + units
      }
    })
  return met
}
