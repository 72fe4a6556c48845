/** Vectors about tables of ratings as files for the report on ratings, and where that report says what they expect. */
import type { FigureKey, Level, MatrixFigure, RatingsReport } from '@/lib/quality/rater-matrix/contract'
import type { Label } from '@/lib/stats/ratings'
import type { Vector } from '@/tests/oracle/read-vectors'
import { expectedKeys } from './door'
import {
  complete,
  fewestInCommon,
  pairable,
  type RatingInput,
  ratingInput,
  ratingsIn,
  type Unit,
} from './rating-vectors'

export interface RatingFile {
  units: readonly Unit[]
  level: Level
  categories?: readonly Label[] | undefined
  clusters?: readonly (string | number)[] | undefined
  distances?: readonly (readonly number[])[] | undefined
}

/** A vector as a file, and how the report on it is read. */
export interface Reading {
  file: RatingFile
  /** The units that the figures are made from: with fewer than ten, routes show counts only. */
  fewest: number
  resamples: number
  /** Which of these keys the report says. */
  keys: readonly string[]
  read(report: RatingsReport): Record<string, unknown>
}

type Reader = (input: RatingInput) => Reading | null

/** Coefficients need intervals only where these are asked for; so few resamples cost nothing. */
const FEW_RESAMPLES = 100

const estimateIn = (figures: readonly MatrixFigure[] | undefined, key: FigureKey) =>
  figures?.find((figure) => figure.key === key)?.estimate

function pointIn(figures: readonly MatrixFigure[] | undefined, key: FigureKey) {
  const estimate = estimateIn(figures, key)
  return { value: estimate?.value, reason: estimate?.reason }
}

const valueIn = (figures: readonly MatrixFigure[] | undefined, key: FigureKey) => pointIn(figures, key).value

function reading(
  file: RatingFile,
  keys: readonly string[],
  read: Reading['read'],
  fewest = pairable(file.units).length,
): Reading {
  return { file, keys, read, fewest, resamples: FEW_RESAMPLES }
}

const nominal = ({ units, categories }: RatingInput): RatingFile => ({ units, categories, level: 'nominal' })

/** The columns of the raters are r1, r2, ... */
const placeOf = (rater: string) => Number(rater.slice(1)) - 1

const percent: Reader = (input) => {
  const file = nominal(input)
  const inPairs = fewestInCommon(input.units)
  switch (input.options.average) {
    case 'units':
      return reading(file, ['value'], ({ all }) => pointIn(all.figures, 'percent'))
    case 'unanimous':
      // The vector is of units that everybody rated, the report of those with two ratings or more.
      return reading({ ...file, units: complete(input.units) }, ['value'], ({ all }) =>
        pointIn(all.figures, 'unanimous'),
      )
    case 'raterPairs':
      return reading(file, ['value'], ({ pairs }) => ({ value: meanOf(pairs) }), inPairs)
    case 'pooled':
      return reading(file, ['value'], ({ pairs }) => ({ value: pooledOf(pairs) }), inPairs)
  }
}

function meanOf(pairs: RatingsReport['pairs']): number {
  const shares = pairs.flatMap(({ figures }) => valueIn(figures, 'percent') ?? [])
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

function pooledOf(pairs: RatingsReport['pairs']): number {
  const agreeing = pairs.flatMap(({ confusion }) => confusion?.map((row, i) => row[i] ?? 0) ?? [])
  return agreeing.reduce((sum, count) => sum + count, 0) / pairs.reduce((sum, { n }) => sum + n, 0)
}

const cohen: Reader = (input) => {
  const { weights } = input.options
  const isPlain = weights === 'none' || input.categories?.length === 2
  const key = isPlain ? 'cohen' : weights === 'linear' ? 'cohenLinear' : 'cohenQuadratic'
  const file: RatingFile = { ...nominal(input), level: weights === 'none' ? 'nominal' : 'ordinal' }
  return reading(file, ['value', 'n', 'reason', 'error', ...(isPlain ? ['po'] : [])], ({ pairs: [pair] }) => ({
    ...pointIn(pair?.figures, key),
    n: pair?.n,
    po: valueIn(pair?.figures, 'percent'),
  }))
}

const alpha: Reader = (input) => {
  const { level } = input.options
  const hasGaps = input.units.some((unit) => ratingsIn(unit).length < 2)
  // The report counts all ratings, the vector those of units with two or more.
  const keys = ['value', 'nUnits', 'reason', ...(hasGaps ? [] : ['nValues'])]
  const counts = ({ all }: RatingsReport) => ({ nUnits: all.unitsWithTwo, nValues: all.ratings })
  if (level === 'ratio') {
    const distances = input.categories?.map(
      (c) => input.categories?.map((k) => ratioDistance(Number(c), Number(k))) ?? [],
    )
    return reading({ ...nominal(input), distances }, keys, (report) => ({
      ...counts(report),
      ...pointIn(report.all.figures, 'alphaDistances'),
    }))
  }
  if (level !== 'nominal' && level !== 'ordinal' && level !== 'interval') return null
  return reading({ ...nominal(input), level }, keys, (report) => ({
    ...counts(report),
    ...pointIn(report.all.figures, 'alpha'),
  }))
}

/** A ratio scale has no level of its own in a file: its distances are a table. */
const ratioDistance = (c: number, k: number) => (c + k === 0 ? 0 : ((c - k) / (c + k)) ** 2)

const fleiss: Reader = (input) => {
  if (input.options.missing !== 'listwise') return null
  const file = { ...nominal(input), units: complete(input.units) }
  return reading(file, ['value', 'pBar', 'nUnits', 'nRaters', 'perCategory', 'reason'], ({ all }) => ({
    ...pointIn(all.figures, 'fleiss'),
    pBar: valueIn(all.figures, 'percent'),
    nUnits: all.unitsWithTwo,
    nRaters: all.raters,
    perCategory: all.labels.map(({ fleiss: ofLabel }) => ofLabel.value),
  }))
}

const scott: Reader = (input) => {
  if (input.options.weights !== 'none') return null
  return reading(nominal(input), ['value', 'pa', 'nUnits', 'reason'], ({ pairs: [pair] }) => ({
    ...pointIn(pair?.figures, 'scott'),
    pa: valueIn(pair?.figures, 'percent'),
    nUnits: pair?.n,
  }))
}

const overAll = (key: FigureKey, file: RatingFile): Reading =>
  reading(file, ['value', 'pa', 'nUnits', 'reason'], ({ all }) => ({
    ...pointIn(all.figures, key),
    pa: valueIn(all.figures, 'percent'),
    nUnits: all.unitsWithTwo,
  }))

const ac1: Reader = (input) => overAll('ac1', nominal(input))

/** Of ordinal labels the report gives AC2 with linear weights, of numbers with quadratic ones: their places, then. */
const ac2: Reader = (input) => {
  const isLinear = input.options.weights === 'linear'
  const places = new Map(input.categories?.map((category, place) => [category, place]))
  const placed = (unit: Unit) => unit.map((each) => (each === null ? null : (places.get(each) ?? null)))
  const file: RatingFile = isLinear
    ? { ...nominal(input), level: 'ordinal' }
    : { units: input.units.map(placed), categories: [...places.values()], level: 'interval' }
  return { ...overAll('ac2', file), keys: ['value', 'nUnits', 'reason'] }
}

const brennanPrediger: Reader = (input) => {
  if (input.options.weights !== 'none') return null
  return overAll(input.categories?.length === 2 ? 'pabak' : 'brennanPrediger', nominal(input))
}

const light: Reader = (input) =>
  reading(
    nominal(input),
    ['value', 'pairs', 'nPairs', 'reason'],
    ({ all, pairs }) => {
      const kappas = pairs.map(({ first, second, figures }): [string, number | null | undefined] => [
        `${placeOf(first)}-${placeOf(second)}`,
        valueIn(figures, 'cohen'),
      ])
      return {
        ...pointIn(all.figures, 'light'),
        pairs: Object.fromEntries(kappas),
        nPairs: kappas.filter(([, kappa]) => typeof kappa === 'number').length,
      }
    },
    fewestInCommon(input.units),
  )

const conger: Reader = (input) =>
  reading(nominal(input), ['value', 'po', 'reason'], ({ all }) => ({
    ...pointIn(all.figures, 'conger'),
    po: valueIn(all.figures, 'percent'),
  }))

const bootstrapCi: Reader = (input) => {
  const { statistic, resamples = 2000 } = input.options
  const found = {
    cohen_kappa: ({ pairs: [pair] }: RatingsReport) => estimateIn(pair?.figures, 'cohen'),
    percent_agreement: ({ all }: RatingsReport) => estimateIn(all.figures, 'percent'),
    krippendorff_alpha_nominal: ({ all }: RatingsReport) => estimateIn(all.figures, 'alpha'),
    fleiss_kappa: ({ all }: RatingsReport) => estimateIn(all.figures, 'fleiss'),
  }
  if (statistic === undefined || statistic === 'macro_f1') return null
  const file = { ...nominal(input), clusters: input.clusters }
  const read = (report: RatingsReport) => {
    const estimate = found[statistic](report)
    return { value: estimate?.value, low: estimate?.interval?.low, high: estimate?.interval?.high }
  }
  return { ...reading(file, ['value', 'low', 'high'], read), resamples }
}

const READERS: Readonly<Record<string, Reader>> = {
  percent_agreement: percent,
  cohen_kappa: cohen,
  krippendorff_alpha: alpha,
  fleiss_kappa: fleiss,
  scott_pi: scott,
  gwet_ac1: ac1,
  gwet_ac2: ac2,
  brennan_prediger: brennanPrediger,
  mean_pairwise_cohen: light,
  conger_kappa: conger,
  bootstrap_ci: bootstrapCi,
}

/** null for what the report does not offer, and for a file without units, which it refuses. */
export function readingOf(vector: Vector): Reading | null {
  const found = READERS[vector.metric]?.(ratingInput(vector)) ?? null
  if (found === null || found.file.units.length === 0) return null
  return { ...found, keys: expectedKeys(vector).filter((key) => found.keys.includes(key)) }
}

const ratersOf = ({ units }: RatingFile) => units[0]?.map((_, place) => `r${place + 1}`) ?? []

export const jsonOf = (file: RatingFile): string => JSON.stringify({ ...file, raters: ratersOf(file) })

/** As a table with a heading; what stands beside the table goes into flags. */
export function csvOf(file: RatingFile): string {
  const { units, clusters } = file
  const heading = ['unit', ...(clusters ? ['response'] : []), ...ratersOf(file)]
  const rows = units.map((unit, index) => [index + 1, ...(clusters ? [clusters[index] ?? ''] : []), ...unit])
  const cell = (value: Label | null) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`)
  return [heading, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('')
}
