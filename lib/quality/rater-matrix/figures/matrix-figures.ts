/** The figures of a file's ratings, counted by the same functions as those of a project. Pure. */
import type { NoValueReason } from '@/lib/quality/agreement/contract'
import { type About, estimatesOf, type Telling, tellEstimate } from '@/lib/quality/agreement/figures'
import { type Intervals, measureIntervals, type Resampling } from '@/lib/quality/agreement/intervals'
import { namesOfFile, namesOfFilePair, type StatisticName } from '@/lib/quality/agreement/measures'
import { foldUnits, type MeasureScale, patternsOf, type RatedUnit } from '@/lib/quality/agreement/samples'
import { pairFigures } from '@/lib/quality/calibration/pair-figures'
import { sidesOfCeiling } from '@/lib/quality/distributions/ceiling'
import type { FigureKey, MatrixFigures, MatrixPair, RatingsReport } from '@/lib/quality/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import type { MatrixUnit } from '@/lib/quality/rater-matrix/reading/read-ratings'
import { MOST_LABELS_IN_TABLE, noValueWords, titleOf } from '@/lib/quality/rater-matrix/rules'
import { OutOfTime } from '@/lib/stats/bootstrap'

/** Makes intervals as long as there is time for them. One for each report. */
export class IntervalsInTime {
  /** Was there not enough time for all? */
  late = false
  /** For all limits for other annotators, beside intervals that are there? */
  lateForAnnotators = false
  /** How figures without a value are told. */
  readonly telling: Telling<unknown>

  constructor(private readonly resampling: Resampling) {
    this.telling = {
      minUnits: resampling.minUnits,
      words: (reason: NoValueReason, _: unknown, about: About) => noValueWords(reason, about),
    }
  }

  /** What `make` gives; nothing where time is up before it has ended. */
  of(make: (resampling: Resampling) => Intervals): Intervals {
    const { deadline = Number.POSITIVE_INFINITY } = this.resampling
    if (performance.now() < deadline) {
      try {
        const onCrossedOutOfTime = () => {
          this.lateForAnnotators = true
        }
        return make({ ...this.resampling, onCrossedOutOfTime })
      } catch (error) {
        if (!(error instanceof OutOfTime)) throw error
      }
    }
    this.late = true
    return {}
  }
}

const scaleOf = ({ level, categories, distances }: CodedMatrix): MeasureScale => ({
  level,
  distances,
  categories: categories.map((value) => ({ value, text: value })),
})

/** Units as they are counted: raters by their places among the columns, labels by their places among the categories. */
function ratedUnits(
  { categories }: CodedMatrix,
  columns: readonly number[],
  units: readonly MatrixUnit[],
): RatedUnit[] {
  const codeOf = new Map(categories.map((category, code) => [category, code]))
  return units.map(({ response, labels }) => {
    const rated = columns.flatMap((column, rater) => {
      const label = labels[column]
      return label == null ? [] : [{ rater, code: codeOf.get(label) ?? -1 }]
    })
    return { response, raters: rated.map(({ rater }) => rater), codes: rated.map(({ code }) => code) }
  })
}

/** All figures of these raters (columns of the matrix) over these units. */
export function matrixFigures(
  matrix: CodedMatrix,
  columns: readonly number[],
  units: readonly MatrixUnit[],
  intervals: IntervalsInTime,
): MatrixFigures {
  const { categories, level } = matrix
  const rated = ratedUnits(matrix, columns, units)
  const once = rated.filter(({ codes }) => codes.length > 0)
  const twice = once.filter(({ codes }) => codes.length > 1)
  const counts = categories.map(() => 0)
  for (const { codes } of rated) for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  const ratings = counts.reduce((sum, count) => sum + count, 0)
  const used = categories.filter((_, code) => (counts[code] ?? 0) > 0)
  const complete = new Set(rated.map(({ codes }) => codes.length)).size === 1 && twice.length === rated.length
  const about = { n: twice.length, only: used.length === 1 ? (used[0] ?? null) : null }
  const scale = scaleOf(matrix)
  const isFull = complete && twice.every(({ codes }) => codes.length === columns.length)
  const names = namesOfFile(scale, { raters: matrix.raters.length, isFull })
  const ofLabels = categories.length > MOST_LABELS_IN_TABLE ? [] : categories.map((_, code) => namesOfLabel(code))
  const clusters = { clusters: foldUnits(once), twice: foldUnits(twice) }
  const resampled: StatisticName[] = [
    ...names.filter((name) => name !== 'fleiss' || complete),
    ...ofLabels.map(({ alpha }) => alpha),
  ]
  const { telling } = intervals
  const found =
    about.n < telling.minUnits
      ? {}
      : intervals.of((resampling) => measureIntervals({ measure: scale, ...clusters, names: resampled }, resampling))
  const all: StatisticName[] = [...names, ...ofLabels.flatMap(({ alpha, fleiss }) => [alpha, fleiss])]
  const patterns = { patterns: patternsOf(clusters.clusters), twice: patternsOf(clusters.twice) }
  const counted = { scale, names: all, ...patterns, isComplete: complete, about }
  const estimates = estimatesOf(counted, found, (name) => name, telling)
  const estimateFor = (name: StatisticName | undefined) => (name && estimates.get(name)) ?? tellEmpty(about, telling)
  return {
    units: rated.length,
    unitsWithTwo: twice.length,
    unanimous: twice.filter(({ codes }) => new Set(codes).size === 1).length,
    ratings,
    responses: new Set(rated.map(({ response }) => response)).size,
    responsesWithTwo: new Set(twice.map(({ response }) => response)).size,
    raters: columns.filter((_, rater) => rated.some(({ raters }) => raters.includes(rater))).length,
    complete,
    figures: names.map((key) => ({ key, title: titleOf(key, level), estimate: estimateFor(key) })),
    labels: categories.map((value, code) => ({
      value,
      count: counts[code] ?? 0,
      share: twice.length < telling.minUnits ? null : (counts[code] ?? 0) / ratings,
      alpha: estimateFor(ofLabels[code]?.alpha),
      fleiss: estimateFor(ofLabels[code]?.fleiss),
    })),
  }
}

const namesOfLabel = (code: number) =>
  ({ alpha: `category:${code}`, fleiss: `categoryFleiss:${code}` }) as const satisfies Record<string, StatisticName>

const tellEmpty = (about: About, { words }: Telling<unknown>) => ({
  value: null,
  reason: 'empty' as const,
  words: words('empty', null, about),
  interval: null,
})

/** The figures of every pair of columns, over the units that both rated; pairs without one are kept, with n = 0. */
export const figuresOfPairs = (
  matrix: CodedMatrix,
  pairs: readonly (readonly [number, number])[],
  intervals: IntervalsInTime,
): MatrixPair[] => pairs.map((pair) => pairOf(matrix, pair, intervals))

function pairOf(matrix: CodedMatrix, pair: readonly [number, number], intervals: IntervalsInTime): MatrixPair {
  const { categories, raters, level } = matrix
  const rated = ratedUnits(matrix, pair, matrix.units).filter(({ codes }) => codes.length === 2)
  const used = [...new Set(rated.flatMap(({ codes }) => codes))]
  const about = { n: rated.length, only: used.length === 1 ? (categories[used[0] ?? -1] ?? null) : null }
  const scale = scaleOf(matrix)
  const names = namesOfFilePair(scale)
  const clusters = foldUnits(rated)
  const { telling } = intervals
  const found =
    rated.length < telling.minUnits
      ? {}
      : intervals.of((resampling) => measureIntervals({ measure: scale, clusters, names }, resampling))
  const counted = { scale, names, patterns: patternsOf(clusters), isComplete: true, about }
  const estimates = rated.length === 0 ? null : estimatesOf<FigureKey, unknown>(counted, found, (name) => name, telling)
  const nothing = tellEstimate(null, { value: null, reason: 'no-pairable-units' }, about, undefined, telling)
  return {
    first: raters[pair[0]] ?? '',
    second: raters[pair[1]] ?? '',
    n: rated.length,
    figures: names.map((key) => ({ key, title: titleOf(key, level), estimate: estimates?.get(key) ?? nothing })),
    confusion: categories.length > MOST_LABELS_IN_TABLE ? null : confusionOf(categories.length, rated),
  }
}

/** Each of these raters against what more than half of the others say of the same units, and all of them together. */
export function ceilingOf(
  matrix: CodedMatrix,
  columns: readonly number[],
  intervals: IntervalsInTime,
): NonNullable<RatingsReport['ceiling']> {
  const clusters = foldUnits(ratedUnits(matrix, columns, matrix.units).filter(({ codes }) => codes.length > 1))
  return sidesOfCeiling(matrix.categories.length, clusters).map(({ number, sides }) => ({
    rater: number === null ? null : (matrix.raters[columns[number] ?? -1] ?? ''),
    figures: pairFigures(sides, (make) => intervals.of(make), intervals.telling.minUnits),
  }))
}

function confusionOf(q: number, rated: readonly RatedUnit[]): number[][] {
  const cells = Array.from({ length: q }, () => Array<number>(q).fill(0))
  for (const {
    codes: [first = 0, second = 0],
  } of rated) {
    const row = cells[first]
    if (row) row[second] = (row[second] ?? 0) + 1
  }
  return cells
}

/** Every two of these columns, the earlier one first. */
export const pairsOf = (columns: readonly number[]): [number, number][] =>
  columns.flatMap((first, index) => columns.slice(index + 1).map((second): [number, number] => [first, second]))
