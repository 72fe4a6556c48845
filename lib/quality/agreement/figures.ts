/** From counted ratings to figures as they are told: the same counts give the same figures, of a project and of a file. Pure. */
import type { Estimate } from '@/lib/stats/result'
import {
  type CoefficientKey,
  coefficientKeys,
  type EstimateView,
  type Figures,
  MIN_UNITS,
  type NoValueReason,
} from './contract'
import type { PairView } from './detail/contract'
import type { Intervals, IntervalView } from './intervals'
import {
  isOfAllRated,
  majoritiesOf,
  namesOfMeasure,
  namesOfPair,
  partsFor,
  type StatisticName,
  statisticOfCategory,
  statisticsNamed,
} from './measures'
import { type FigureName, noValueWords } from './rules'
import { type MeasureScale, type PairCounts, type Pattern, patternsOfPair, sampleOf } from './samples'

/** What a figure is of. */
export interface About {
  /** Units that enter it. */
  n: number
  /** The text of the only value in use, where there is only one. */
  only: string | null
}

/** How figures without a value are told. */
export interface Telling<Name> {
  /** Of fewer units there are counts only. */
  minUnits: number
  words(reason: NoValueReason, figure: Name, about: About): string
}

const OF_PROJECT: Telling<FigureName> = { minUnits: MIN_UNITS, words: noValueWords }

/** A figure as it is told. With too few units there is none, whatever was computed. */
export function tellEstimate<Name>(
  figure: Name,
  estimate: Estimate | { value: null; reason: NoValueReason },
  about: About,
  interval: IntervalView | undefined,
  { minUnits, words }: Telling<Name>,
): EstimateView {
  const without = (reason: NoValueReason): EstimateView => ({
    value: null,
    reason,
    interval: null,
    words: words(reason, figure, about),
  })
  if (about.n > 0 && about.n < minUnits) return without('too-few-units')
  if (estimate.value === null) return without(estimate.reason)
  return { value: estimate.value, reason: null, words: null, interval: interval ?? null }
}

/** A figure of a project as it is told. */
export const presentEstimate = (figure: FigureName, estimate: Estimate, about: About, interval?: IntervalView) =>
  tellEstimate(figure, estimate, about, interval, OF_PROJECT)

/** What figures are computed of. */
export interface CountedRatings<Name extends StatisticName> {
  scale: MeasureScale
  names: readonly Name[]
  /** Of all rated units, and of those with two ratings or more where these were counted by themselves. */
  patterns: readonly Pattern[]
  twice?: readonly Pattern[]
  /** Did everybody rate every unit? Fleiss' kappa takes that. */
  isComplete: boolean
  about: About
}

/** All figures of these ratings, by their names. `figureOf`: what words about a missing value call them. */
export function estimatesOf<Name extends StatisticName, Word>(
  { scale, names, patterns, twice = patterns, isComplete, about }: CountedRatings<Name>,
  intervals: Intervals,
  figureOf: (name: Name) => Word,
  telling: Telling<Word>,
): Map<Name, EstimateView> {
  const parts = partsFor(names)
  const ofTwice = sampleOf(scale, twice, parts).drawable.whole
  const ofAll = twice === patterns ? ofTwice : sampleOf(scale, patterns, parts).drawable.whole
  return new Map(
    [...statisticsNamed(scale, names)].map(([name, statistic]): [Name, EstimateView] => {
      const isOfFleiss = name === 'fleiss' || name.startsWith('categoryFleiss:')
      const estimate =
        isOfFleiss && !isComplete && about.n >= telling.minUnits
          ? { value: null, reason: 'incomplete-data' as const }
          : statistic(isOfAllRated(name) ? ofAll : ofTwice)
      return [name, tellEstimate(figureOf(name), estimate, about, intervals[name], telling)]
    }),
  )
}

/** Counts of a measure, or of a slice of it. */
export interface Counts {
  patterns: readonly Pattern[]
  /** Responses with a rated unit. */
  responses: number
  /** Of these, responses with a unit that was rated twice. */
  responsesWithTwo: number
}

/** The figures of these units; `intervals` by the names of `namesOfMeasure`, as far as they are there. */
export function figuresOf(
  measure: MeasureScale,
  { patterns, responses, responsesWithTwo }: Counts,
  intervals: Intervals = {},
): Figures {
  const twice = patterns.filter(({ codes }) => codes.length > 1)
  const about = { n: unitsIn(twice), only: onlyValue(measure, twice) }
  const isComplete = new Set(patterns.map(({ codes }) => codes.length)).size === 1
  const names = namesOfMeasure(measure, patterns)
  const counted = { scale: measure, names, patterns, isComplete, about }
  const estimates = estimatesOf(counted, intervals, figureNameOf, OF_PROJECT)
  const estimateFor = (name: StatisticName): EstimateView =>
    estimates.get(name) ?? presentEstimate(figureNameOf(name), { value: null, reason: 'empty' }, about)
  return {
    units: unitsIn(patterns),
    unitsWithTwo: about.n,
    unanimous: unitsIn(twice.filter(({ codes }) => codes.every((code) => code === codes[0]))),
    majorities: majoritiesOf(patterns),
    ratings: patterns.reduce((sum, { codes, units }) => sum + codes.length * units, 0),
    responses,
    responsesWithTwo,
    raters: new Set(patterns.flatMap(({ raters }) => raters)).size,
    percent: estimateFor('percent'),
    alpha: estimateFor('alpha'),
    others: coefficientKeys
      .filter((key) => key !== 'percent' && key !== 'alpha' && estimates.has(key))
      .map((key) => ({ key, estimate: estimateFor(key) })),
    categories: categoriesOf(measure, patterns, (index) => estimateFor(statisticOfCategory(measure, index))),
    confusion: confusionOf(measure, twice),
  }
}

const isCoefficient = (name: StatisticName): name is CoefficientKey => coefficientKeys.some((key) => key === name)

/** Of one category it is the alpha. */
const figureNameOf = (name: StatisticName): CoefficientKey => (isCoefficient(name) ? name : 'alpha')

/** The figures of a pair; the interval is that of Cohen's kappa. */
export function presentPair(measure: MeasureScale, pair: PairCounts, interval?: IntervalView): PairView {
  const { first, second, confusion, responses } = pair
  const patterns = patternsOfPair(confusion)
  const about = { n: unitsIn(patterns), only: onlyValue(measure, patterns) }
  const names = namesOfPair(measure)
  const counted = { scale: measure, names, patterns, isComplete: true, about }
  const estimates = estimatesOf(counted, interval ? { cohen: interval } : {}, (name) => name, OF_PROJECT)
  return {
    first,
    second,
    n: about.n,
    responses,
    confusion,
    coefficients: [...estimates].map(([key, estimate]) => ({ key, estimate })),
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
