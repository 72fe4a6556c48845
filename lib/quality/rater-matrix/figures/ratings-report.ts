/** From a file's ratings to the report: they are counted by the same functions as those of a project. Pure. */
import { CONFIDENCE, type NoValueReason } from '@/lib/quality/agreement/contract'
import { type About, estimatesOf, type Telling, tellEstimate } from '@/lib/quality/agreement/figures'
import { type Intervals, measureIntervals, type Resampling } from '@/lib/quality/agreement/intervals'
import { namesOfFile, namesOfFilePair, type StatisticName } from '@/lib/quality/agreement/measures'
import { foldUnits, type MeasureScale, patternsOf, type RatedUnit } from '@/lib/quality/agreement/samples'
import type {
  FigureKey,
  MatrixFigures,
  MatrixOptions,
  MatrixPair,
  RatingsReport,
  SecondOpinion,
} from '@/lib/quality/rater-matrix/contract'
import { type CodedMatrix, codeMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { listed, MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import type { MatrixUnit, RaterMatrix } from '@/lib/quality/rater-matrix/reading/rater-matrix'
import { MOST_LABELS_IN_TABLE, noValueWords, rulesOf, titleOf } from '@/lib/quality/rater-matrix/rules'
import { OutOfTime } from '@/lib/stats/bootstrap'
import { dawidSkene } from '@/lib/stats/dawid-skene'
import { type Ratings, ratingsOf } from '@/lib/stats/ratings'
import { inTwoWays, sidesOf } from './sides'

/** Makes intervals as long as there is time for them. One for each report. */
export class IntervalsInTime {
  /** Was there not enough time for all? */
  late = false
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
        return make(this.resampling)
      } catch (error) {
        if (!(error instanceof OutOfTime)) throw error
      }
    }
    this.late = true
    return {}
  }
}

/** More values than this tell rows apart, not slices. */
const MOST_SLICES = 100
/** From so many coefficients on, the best and the worst of them are partly luck. */
const MANY_COEFFICIENTS = 20

/** The report on ratings. @throws MatrixProblem for labels that do not fit, or for more than `mostWork` steps. */
export function ratingsReport(
  read: RaterMatrix,
  options: MatrixOptions,
  intervals: IntervalsInTime,
  mostWork: number,
): RatingsReport {
  refuseTooMuch(read, mostWork)
  const ways = inTwoWays(read, options)
  // Where presentations are known, what was chosen is what the ratings are about.
  const matrix = ways ? { ...ways.onSystem, notes: [...ways.onSystem.notes, DECODED] } : codeMatrix(read, options)
  const reference = referenceIn(matrix, options.reference)
  const columns = matrix.raters.map((_, index) => index).filter((index) => index !== reference)
  if (columns.length < 2 && reference === null) throw new MatrixProblem('There is only one rater.', 'Add another.')
  const all = matrixFigures(matrix, columns, matrix.units, intervals)
  const pairs = pairFigures(matrix, pairsOf(columns), intervals)
  const references =
    reference === null
      ? []
      : pairFigures(
          matrix,
          columns.map((column): [number, number] => [column, reference]),
          intervals,
        )
  const slices = slicesOf(matrix, columns, intervals)
  const sides = ways ? sidesOf(ways, columns, all, intervals) : null
  const secondOpinion = options.dawidSkene === 'true' ? secondOpinionOf(matrix, columns) : null
  return {
    kind: 'ratings',
    read: {
      shape: matrix.shape,
      notes: [...matrix.notes, ...notesOn(all, [...pairs, ...references], intervals.late)],
    },
    settings: {
      seed: options.seed,
      resamples: options.resamples,
      confidence: CONFIDENCE,
      rules: rulesOf('ratings', options),
    },
    level: matrix.level,
    categories: [...matrix.categories],
    raters: columns.map((at) => matrix.raters[at] ?? ''),
    reference: reference === null ? null : (matrix.raters[reference] ?? null),
    all,
    pairs,
    references,
    slices,
    sides,
    secondOpinion,
  }
}

const DECODED =
  'The labels say which side was chosen or which system; both are known from the order of presentation. The figures are about the system, those about the side stand beside them.'

/** Every two raters are compared on every unit, which takes about a thousand steps each. */
function refuseTooMuch({ raters, units }: RaterMatrix, mostWork: number): void {
  const work = ((raters.length * (raters.length - 1)) / 2) * units.length * 1000
  if (work <= mostWork) return
  throw new MatrixProblem(
    `${raters.length} raters of ${units.length} units are more than can be compared here at once.`,
    'Name those to be compared with the option raters, or use the command line on your own machine.',
  )
}

function referenceIn({ raters }: CodedMatrix, name: string | undefined): number | null {
  if (name === undefined) return null
  const index = raters.indexOf(name)
  if (index >= 0) return index
  throw new MatrixProblem(
    `The reference ${listed([name])} is none of the raters ${listed(raters)}.`,
    'Correct the name.',
  )
}

function slicesOf(matrix: CodedMatrix, columns: readonly number[], intervals: IntervalsInTime) {
  const slices: RatingsReport['slices'] = []
  for (const [index, by] of matrix.by.entries()) {
    const values = [...new Set(matrix.units.map((unit) => unit.slices[index] ?? ''))].toSorted()
    if (values.length > MOST_SLICES) {
      throw new MatrixProblem(
        `There are ${values.length} different values, more than ${MOST_SLICES}.`,
        'Choose a column with fewer for --by.',
        { column: by },
      )
    }
    for (const value of values) {
      const units = matrix.units.filter((unit) => unit.slices[index] === value)
      slices.push({ by, value, figures: matrixFigures(matrix, columns, units, intervals) })
    }
  }
  return slices
}

function notesOn(all: MatrixFigures, pairs: readonly MatrixPair[], late: boolean): string[] {
  const coefficients = [all, ...pairs].reduce(
    (sum, { figures }) => sum + figures.filter(({ estimate }) => estimate.value !== null).length,
    0,
  )
  return [
    ...(all.complete
      ? []
      : ['The data have gaps. Krippendorff’s alpha is the figure to lead with; Fleiss’ kappa is not given.']),
    ...(coefficients >= MANY_COEFFICIENTS
      ? [
          `${coefficients} figures stand here: with so many, the highest and the lowest are partly luck. Compare the lower limits of the intervals, not the points.`,
        ]
      : []),
    ...(late
      ? ['There was not enough time for all intervals. Compute them on your own machine with the command line.']
      : []),
  ]
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
  const told = (name: StatisticName | undefined) => (name && estimates.get(name)) ?? tellEmpty(about, telling)
  return {
    units: rated.length,
    unitsWithTwo: twice.length,
    unanimous: twice.filter(({ codes }) => new Set(codes).size === 1).length,
    ratings,
    responses: new Set(rated.map(({ response }) => response)).size,
    raters: columns.filter((_, rater) => rated.some(({ raters }) => raters.includes(rater))).length,
    complete,
    figures: names.map((key) => ({ key, title: titleOf(key, level), estimate: told(key) })),
    labels: categories.map((value, code) => ({
      value,
      count: counts[code] ?? 0,
      share: twice.length < telling.minUnits ? null : (counts[code] ?? 0) / ratings,
      alpha: told(ofLabels[code]?.alpha),
      fleiss: told(ofLabels[code]?.fleiss),
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
const pairFigures = (
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

/** Steps that the estimate may take: a second or two. */
const MOST_STEPS = 1e9
const NOTE =
  'It trusts whoever agrees with most, and takes raters’ errors as independent of each other. Read it beside the coefficients; it is never gold.'

/** Dawid and Skene's estimate of labels and raters. Without one it says why. */
function secondOpinionOf(matrix: CodedMatrix, columns: readonly number[]): SecondOpinion {
  const { categories, units, raters } = matrix
  const ratings = ratingsOf(
    units.map(({ labels }) => columns.map((column) => labels[column] ?? null)),
    { categories },
  )
  const work = ratings.codes.length * categories.length ** 2
  const maxIterations = Math.max(10, Math.min(1000, Math.floor(MOST_STEPS / Math.max(1, work))))
  const found = dawidSkene(ratings, { maxIterations })
  if (found.value === null) {
    const note = noValueWords(found.reason, { n: found.nUnits, only: null })
    return { converged: false, rounds: 0, shares: [], raters: [], unlikeMajority: 0, note }
  }
  const { prevalence, confusions, classes, iterations, converged } = found
  return {
    converged,
    rounds: iterations,
    shares: categories.map((value, index) => ({ value, share: prevalence[index] ?? 0 })),
    raters: columns.map((column, index) => ({
      rater: raters[column] ?? '',
      accuracy: accuracyOf(confusions[index] ?? [], prevalence),
    })),
    unlikeMajority: unlikeMajority(ratings, classes),
    note: converged ? NOTE : `${NOTE} It had not settled after ${iterations} rounds.`,
  }
}

/** How often a rater gives the likely label, over the labels they met. */
function accuracyOf(confusion: readonly (Float64Array | null)[], prevalence: Float64Array): number | null {
  let right = 0
  let met = 0
  confusion.forEach((row, label) => {
    if (row === null) return
    right += (prevalence[label] ?? 0) * (row[label] ?? 0)
    met += prevalence[label] ?? 0
  })
  return met === 0 ? null : right / met
}

function unlikeMajority({ codes, raters, times, categories }: Ratings, classes: readonly (Float64Array | null)[]) {
  let unlike = 0
  classes.forEach((chances, row) => {
    if (chances === null) return
    const counts = categories.map(() => 0)
    for (const code of codes.subarray(row * raters, (row + 1) * raters))
      if (code >= 0) counts[code] = (counts[code] ?? 0) + 1
    const likely = chances.indexOf(Math.max(...chances))
    if ((counts[likely] ?? 0) < Math.max(...counts)) unlike += times[row] ?? 0
  })
  return unlike
}
