/**
 * The figures of agreement, each described once: what of a sample it is made of, and for which scales it is defined. A project's
 * measures and files of ratings take theirs from here. Pure.
 */
import { agreementWeights, type Weights } from '@/lib/stats/agreement-weights'
import { biasIndex } from '@/lib/stats/bias-index'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { congerKappa } from '@/lib/stats/conger-kappa'
import { weightsOfDistances } from '@/lib/stats/distance-table'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { gwetAc2 } from '@/lib/stats/gwet-ac2'
import { COEFFICIENT, type Range, SHARE } from '@/lib/stats/interval-limits'
import { iccAgreement, iccOneWay } from '@/lib/stats/intraclass-correlation'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { oneAgainstRest } from '@/lib/stats/one-against-rest'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { prevalenceIndex } from '@/lib/stats/prevalence-index'
import type { Estimate } from '@/lib/stats/result'
import { scottPi } from '@/lib/stats/scott-pi'
import { unanimous } from '@/lib/stats/unanimous'
import { type CoefficientKey, coefficientKeys, type Majorities } from './contract'
import { type PairCoefficientKey, pairCoefficientKeys } from './detail/contract'
import type { MeasureScale, Pattern, Sample, SampleParts } from './samples'

/** What figures are called: over all raters or of two of them, of a project's measures and of files. */
export type FigureKey =
  | CoefficientKey
  | PairCoefficientKey
  | 'alphaNominal'
  | 'alphaDistances'
  | 'light'
  | 'lightLinear'
  | 'lightQuadratic'
  | 'ac2'
  | 'pabak'

/** Of one category against all others: its alpha, or Fleiss' kappa, by the category's index. */
export type StatisticName = FigureKey | `category:${number}` | `categoryFleiss:${number}`

export type Statistic = (sample: Sample) => Estimate

interface Description {
  /** `any`: ratings, whoever gave them; `pairs`: confusions of every two raters; `raters`: a column for each rater. */
  of: 'any' | 'pairs' | 'raters'
  /** For which scales it is made; left out: for all. */
  isFor?(scale: MeasureScale): boolean
  /** Knows only same and different, or weighs every two categories: says little of points on a fine scale. */
  isCoarse?: true
  make(scale: MeasureScale): Statistic
}

const hasTwo = ({ categories }: MeasureScale) => categories.length === 2
const isOrdered = ({ level, categories }: MeasureScale) => level !== 'nominal' && categories.length > 2
const isNumeric = ({ level }: MeasureScale) => level === 'interval'
const hasDistances = ({ distances }: MeasureScale) => distances !== undefined

const meanKappa = (isFor?: Description['isFor'], weights?: (scale: MeasureScale) => Weights): Description => ({
  of: 'pairs',
  isCoarse: true,
  ...(isFor ? { isFor } : {}),
  make: (scale) => {
    const table = weights ? agreementWeights(scale.categories.length, weights(scale)) : null
    return ({ pairs, pairCounts }) => meanCohen(pairs, pairCounts, table)
  },
})

const ALPHA_OF_DISTANCES: Description = {
  of: 'any',
  isFor: hasDistances,
  make:
    ({ distances = [] }) =>
    ({ any }) =>
      krippendorffAlpha(any, { level: 'custom', distances }),
}
const COHEN = meanKappa()
const LINEAR = meanKappa(isOrdered, () => 'linear')
const QUADRATIC = meanKappa(isOrdered, () => 'quadratic')
const BRENNAN_PREDIGER: Description = { of: 'any', isCoarse: true, make: () => (x) => brennanPrediger(x.any) }

/** Cohen's kappa of two raters is the mean of the kappas of all pairs, of which there is one. */
const DESCRIPTIONS: Record<FigureKey, Description> = {
  percent: { of: 'any', make: () => (x) => percentAgreement(x.any) },
  unanimous: { of: 'any', make: () => (x) => unanimous(x.any) },
  alpha: {
    of: 'any',
    make:
      ({ level }) =>
      ({ any }) =>
        krippendorffAlpha(any, { level }),
  },
  alphaNominal: {
    of: 'any',
    isFor: ({ level }) => level !== 'nominal',
    make: () => (x) => krippendorffAlpha(x.any, { level: 'nominal' }),
  },
  alphaWeighted: ALPHA_OF_DISTANCES,
  alphaDistances: ALPHA_OF_DISTANCES,
  fleiss: { of: 'any', isCoarse: true, make: () => (x) => fleissKappa(x.any) },
  meanCohen: COHEN,
  meanCohenLinear: LINEAR,
  meanCohenQuadratic: QUADRATIC,
  light: COHEN,
  lightLinear: LINEAR,
  lightQuadratic: QUADRATIC,
  conger: { of: 'raters', isCoarse: true, make: () => (x) => congerKappa(x.byRater) },
  cohen: COHEN,
  cohenLinear: LINEAR,
  cohenQuadratic: QUADRATIC,
  cohenDistances: meanKappa(hasDistances, ({ distances = [] }) => weightsOfDistances(distances)),
  scott: { of: 'raters', isCoarse: true, make: () => (x) => scottPi(x.byRater) },
  ac1: { of: 'any', isCoarse: true, make: () => (x) => gwetAc1(x.any) },
  ac2: {
    of: 'any',
    isCoarse: true,
    isFor: isOrdered,
    make:
      ({ level }) =>
      ({ any }) =>
        gwetAc2(any, { weights: level === 'interval' ? 'quadratic' : 'linear' }),
  },
  brennanPrediger: BRENNAN_PREDIGER,
  pabak: { ...BRENNAN_PREDIGER, isFor: hasTwo },
  icc: { of: 'any', isFor: isNumeric, make: () => (x) => iccOneWay(x.any) },
  iccAgreement: { of: 'raters', isFor: isNumeric, make: () => (x) => iccAgreement(x.byRater) },
  prevalenceIndex: { of: 'raters', isFor: hasTwo, make: () => (x) => prevalenceIndex(confusionMatrix(x.byRater)) },
  biasIndex: { of: 'raters', isFor: hasTwo, make: () => (x) => biasIndex(confusionMatrix(x.byRater)) },
}

const descriptionOf = (name: StatisticName): Description => {
  const [, family, index] = /^(category|categoryFleiss):(\d+)$/.exec(name) ?? []
  if (index === undefined) return DESCRIPTIONS[name as FigureKey]
  const against = (x: Sample) => oneAgainstRest(x.any, Number(index))
  if (family === 'categoryFleiss') return { of: 'any', make: () => (x) => fleissKappa(against(x)) }
  return { of: 'any', make: () => (x) => krippendorffAlpha(against(x), { level: 'nominal' }) }
}

/** These statistics of a scale, in their order. */
export const statisticsNamed = <Name extends StatisticName>(
  scale: MeasureScale,
  names: readonly Name[],
): Map<Name, Statistic> => new Map(names.map((name) => [name, descriptionOf(name).make(scale)]))

/** What of a sample these statistics need. */
export const partsFor = (names: readonly StatisticName[]): SampleParts => ({
  pairs: names.some((name) => descriptionOf(name).of === 'pairs'),
  raters: names.some((name) => descriptionOf(name).of === 'raters'),
})

/**
 * Is the statistic of all rated units, those rated once too? Gwet's chance agreement comes from the shares of the values
 * over all of them (Gwet 2014); every other statistic is of pairs of ratings only.
 */
export const isOfAllRated = (name: StatisticName): boolean => name === 'ac1' || name === 'ac2'

/** The least and the greatest value of a statistic: shares and the two indices are 0 to 1, coefficients -1 to 1. */
export const rangeOf = (name: string): Range => (SHARES.has(name) ? SHARE : COEFFICIENT)
const SHARES: ReadonlySet<string> = new Set(['percent', 'unanimous', 'prevalenceIndex', 'biasIndex'])

const isFor = (scale: MeasureScale) => (key: FigureKey) => DESCRIPTIONS[key].isFor?.(scale) !== false

/** Of how many annotators all rated every one of these units; null where there are gaps. */
function fullRaters(patterns: readonly Pattern[]): number | null {
  const [first, ...others] = patterns.filter(({ units }) => units > 0)
  const isAlike = others.every(({ raters }) => raters.join() === first?.raters.join())
  return first && isAlike ? first.raters.length : null
}

/** What a project's measure has over all annotators, who gave its units these ratings: `coefficientKeys`, then its categories. */
export function namesOfMeasure(scale: MeasureScale, patterns: readonly Pattern[]): StatisticName[] {
  const ofCategories = scale.categories.map((_, index) => statisticOfCategory(scale, index))
  const full = fullRaters(patterns) ?? 0
  const keys = coefficientKeys
    .filter(isFor(scale))
    .filter((key) => (key === 'conger' ? full > 2 : key === 'iccAgreement' ? full > 1 : true))
  return [...keys, ...ofCategories.filter((name) => name !== 'alpha')]
}

/** Of two plain categories each stands against the rest exactly as both together do. */
export const statisticOfCategory = ({ level, categories }: MeasureScale, index: number): StatisticName =>
  level === 'nominal' && categories.length === 2 ? 'alpha' : `category:${index}`

/** What a project's measure has of two raters. */
export const namesOfPair = (scale: MeasureScale): PairCoefficientKey[] => pairCoefficientKeys.filter(isFor(scale))

/** Beyond so many categories, those of a file are points on a scale, and figures that only know same and different are left out. */
const MOST_CATEGORIES = 50
/** Figures that need every pair of raters are given of so few raters of a file only. */
const MOST_RATERS_IN_PAIRS = 12

function offeredOfFile<Key extends FigureKey>(scale: MeasureScale, keys: readonly Key[]): Key[] {
  const isFine = scale.categories.length > MOST_CATEGORIES
  return keys.filter(isFor(scale)).filter((key) => !(isFine && DESCRIPTIONS[key].isCoarse))
}

const plainKappas = (scale: MeasureScale) => (hasTwo(scale) ? ('pabak' as const) : ('brennanPrediger' as const))

/** What a file of ratings has over its raters; `isFull`: every one of them rated every unit. */
export function namesOfFile(scale: MeasureScale, { raters, isFull }: { raters: number; isFull: boolean }) {
  const inPairs = [
    'light',
    'lightLinear',
    'lightQuadratic',
    ...(isFull && raters > 2 ? ['conger' as const] : []),
  ] as const
  return offeredOfFile(scale, [
    ...(['percent', 'unanimous', 'alpha', 'alphaNominal', 'alphaDistances', 'fleiss', 'ac1', 'ac2'] as const),
    plainKappas(scale),
    ...(raters <= MOST_RATERS_IN_PAIRS ? inPairs : []),
    'icc' as const,
    ...(isFull ? ['iccAgreement' as const] : []),
  ])
}

/** What a file of ratings has of two raters. */
export const namesOfFilePair = (scale: MeasureScale) =>
  offeredOfFile(scale, [
    ...(['percent', 'cohen', 'cohenLinear', 'cohenQuadratic', 'cohenDistances', 'scott', 'alpha'] as const),
    ...(['alphaNominal', 'alphaDistances', 'ac1', 'ac2'] as const),
    plainKappas(scale),
    ...(['icc'] as const),
    ...(['prevalenceIndex', 'biasIndex'] as const),
  ])

/**
 * The mean of the defined Cohen's kappas of all pairs (Light 1971), as `meanPairwiseCohen` gives it, without standard
 * errors: with many annotators there are a thousand pairs in each of two thousand resamples.
 */
function meanCohen({ q, pairs }: Sample['pairs'], counts: Float64Array, weights: Float64Array | null): Estimate {
  let sum = 0
  let defined = 0
  let common = 0
  for (let pair = 0; pair < pairs.length; pair++) {
    const { n, kappa } = weights ? weightedKappa(counts, pair * q * q, q, weights) : plainKappa(counts, pair * q * q, q)
    common += n
    if (kappa === null) continue
    sum += kappa
    defined++
  }
  if (defined > 0) return { value: sum / defined }
  return { value: null, reason: common === 0 ? 'no-pairable-units' : 'no-variation' }
}

/** Cohen's kappa of one pair, whose confusion the counts are row by row; as `cohenKappa`, without standard errors. */
export function kappaOfCells(counts: Float64Array, q: number): Estimate {
  const { n, kappa } = plainKappa(counts, 0, q)
  if (kappa !== null) return { value: kappa }
  return { value: null, reason: n === 0 ? 'no-pairable-units' : 'no-variation' }
}

/** The share of units on which one pair agrees, of the same counts. */
export function percentOfCells(counts: Float64Array, q: number): Estimate {
  let n = 0
  let alike = 0
  for (const count of counts) n += count
  for (let index = 0; index < q; index++) alike += counts[index * (q + 1)] ?? 0
  return n === 0 ? { value: null, reason: 'no-pairable-units' } : { value: alike / n }
}

function plainKappa(counts: Float64Array, start: number, q: number): { n: number; kappa: number | null } {
  let n = 0
  let agreeing = 0
  let chance = 0
  for (let k = 0; k < q; k++) {
    let row = 0
    let column = 0
    for (let l = 0; l < q; l++) {
      row += counts[start + k * q + l] ?? 0
      column += counts[start + l * q + k] ?? 0
    }
    n += row
    agreeing += counts[start + k * q + k] ?? 0
    chance += row * column
  }
  if (n === 0) return { n, kappa: null }
  const [po, pe] = [agreeing / n, chance / n ** 2]
  return { n, kappa: pe >= 1 ? null : (po - pe) / (1 - pe) }
}

/** As `plainKappa`, where some differences count for less than others. */
function weightedKappa(counts: Float64Array, start: number, q: number, weights: Float64Array) {
  const [rows, columns] = [new Float64Array(q), new Float64Array(q)]
  let n = 0
  for (let i = 0; i < q; i++)
    for (let j = 0; j < q; j++) {
      const count = counts[start + i * q + j] ?? 0
      rows[i] = (rows[i] ?? 0) + count
      columns[j] = (columns[j] ?? 0) + count
      n += count
    }
  if (n === 0) return { n, kappa: null }
  let observed = 0
  let expected = 0
  for (let i = 0; i < q; i++)
    for (let j = 0; j < q; j++) {
      const weight = weights[i * q + j] ?? 0
      observed += weight * (counts[start + i * q + j] ?? 0)
      expected += weight * (rows[i] ?? 0) * (columns[j] ?? 0)
    }
  const [po, pe] = [observed / n, expected / n ** 2]
  return { n, kappa: pe >= 1 ? null : (po - pe) / (1 - pe) }
}

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
