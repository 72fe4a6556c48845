import type { FigureKey, LabelFigures, MatrixFigure, MatrixFigures } from '@/lib/quality/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import type { MatrixUnit } from '@/lib/quality/rater-matrix/reading/rater-matrix'
import { MOST_LABELS_IN_TABLE, titleOf } from '@/lib/quality/rater-matrix/rules'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { oneAgainstRest } from '@/lib/stats/one-against-rest'
import { type Ratings, type RatingTable, ratingsOf } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { type About, estimateOf, type IntervalsByName, type Resampling, without } from './intervals'
import { isOfAllRated, type Statistics, statisticsOfAll, statisticsOfRaters } from './statistics'

type Matrix = Pick<CodedMatrix, 'raters' | 'level' | 'categories' | 'distances'>

/** All figures of these raters (columns of the matrix) over these units. */
export async function matrixFigures(
  matrix: Matrix,
  columns: readonly number[],
  units: readonly MatrixUnit[],
  resampling: Resampling,
): Promise<MatrixFigures> {
  await resampling.letOthersThrough()
  const rated = units.map((unit) => ({ ...unit, labels: columns.map((column) => unit.labels[column] ?? null) }))
  const counted = countsOf(rated)
  const once = rated.filter(({ labels }) => given(labels).length > 0)
  const twice = once.filter(({ labels }) => given(labels).length > 1)
  const complete = counted.sizes.size === 1 && twice.length === rated.length
  const about: About = {
    n: twice.length,
    only: counted.used.size === 1 ? ([...counted.used.keys()][0] ?? null) : null,
    minUnits: resampling.minUnits,
  }
  const computed = await compute(matrix, { once, twice }, complete, about, resampling)
  return {
    units: rated.length,
    unitsWithTwo: twice.length,
    unanimous: twice.filter(({ labels }) => new Set(given(labels)).size === 1).length,
    ratings: counted.ratings,
    responses: new Set(rated.map(({ response }) => response)).size,
    raters: columns.filter((_, index) => rated.some(({ labels }) => labels[index] !== null)).length,
    complete,
    figures: computed.figures,
    labels: matrix.categories.map((value, index) => ({
      value,
      count: counted.used.get(value) ?? 0,
      share: twice.length < about.minUnits ? null : (counted.used.get(value) ?? 0) / counted.ratings,
      ...(computed.labels[index] ?? { alpha: without('empty', about), fleiss: without('empty', about) }),
    })),
  }
}

const given = (labels: readonly (string | null)[]) => labels.filter((label) => label !== null)

function countsOf(units: readonly MatrixUnit[]) {
  const used = new Map<string, number>()
  const sizes = new Set<number>()
  let ratings = 0
  for (const { labels } of units) {
    const own = given(labels)
    sizes.add(own.length)
    ratings += own.length
    for (const label of own) used.set(label, (used.get(label) ?? 0) + 1)
  }
  return { used, sizes, ratings }
}

/** Units with one rating or more, and those of them with two or more. */
interface RatedUnits {
  once: readonly MatrixUnit[]
  twice: readonly MatrixUnit[]
}

async function compute(
  matrix: Matrix,
  { once, twice }: RatedUnits,
  complete: boolean,
  about: About,
  resampling: Resampling,
) {
  const { categories } = matrix
  const clusters = twice.map(({ response }) => response)
  const all = ratingsOf(packed(twice), { categories })
  const withSingles = once.length === twice.length ? all : ratingsOf(packed(once), { categories })
  const byRater = ratingsOf(
    twice.map(({ labels }) => labels),
    { categories },
  )
  const general = statisticsOfAll(matrix)
  const perLabel = statisticsOfLabels(categories.length)
  const ofRaters = statisticsOfRaters(matrix, matrix.raters.length, complete && isFull(byRater))
  const ratingsFor = (key: FigureKey) => (isOfAllRated(key) ? withSingles : all)
  const intervalsOf = async (
    ratings: Ratings,
    statistics: ReadonlyMap<string, Statistic>,
    drawn: readonly string[],
  ): Promise<IntervalsByName> =>
    about.n < about.minUnits ? new Map() : await resampling.of(ratings, statistics, drawn)
  const resampled = [...general].filter(([key]) => key !== 'fleiss' || complete)
  const ofPairs = resampled.filter(([key]) => ratingsFor(key) === all)
  const ofSingles = resampled.filter(([key]) => ratingsFor(key) !== all)
  const intervals = new Map([
    ...(await intervalsOf(all, new Map<string, Statistic>([...ofPairs, ...perLabel]), clusters)),
    ...(await intervalsOf(
      withSingles,
      new Map(ofSingles),
      once.map(({ response }) => response),
    )),
  ])
  const ofEachPair = await intervalsOf(byRater, ofRaters, clusters)
  const figures = [
    ...present(matrix, general, { ratingsFor, intervals, about, complete }),
    ...present(matrix, ofRaters, { ratingsFor: () => byRater, intervals: ofEachPair, about, complete }),
  ]
  return { figures, labels: labelEstimates(all, perLabel, intervals, about, complete) }
}

type Statistic = (ratings: RatingTable) => Estimate

/** Who rated plays no part, so rows need only be as wide as the most ratings of one unit. */
function packed(units: readonly MatrixUnit[]): (string | null)[][] {
  const width = units.reduce((most, { labels }) => Math.max(most, given(labels).length), 0)
  return units.map(({ labels }) => {
    const own = given(labels).toSorted()
    return Array.from({ length: width }, (_, index) => own[index] ?? null)
  })
}

const isFull = ({ codes }: Ratings) => codes.every((code) => code >= 0)

interface Computed {
  ratingsFor: (key: FigureKey) => Ratings
  intervals: IntervalsByName
  about: About
  complete: boolean
}

function present(
  matrix: Matrix,
  statistics: Statistics,
  { ratingsFor, intervals, about, complete }: Computed,
): MatrixFigure[] {
  return [...statistics].map(([key, statistic]) => ({
    key,
    title: titleOf(key, matrix.level),
    estimate:
      key === 'fleiss' && !complete && about.n >= about.minUnits
        ? without('incomplete-data', about)
        : estimateOf(statistic(ratingsFor(key)), intervals.get(key), about),
  }))
}

const labelName = (label: number) => `label ${label}`

function statisticsOfLabels(labels: number): Map<string, Statistic> {
  if (labels > MOST_LABELS_IN_TABLE) return new Map()
  return new Map(
    Array.from({ length: labels }, (_, label): [string, Statistic] => {
      return [labelName(label), (drawn) => krippendorffAlpha(oneAgainstRest(drawn, label), { level: 'nominal' })]
    }),
  )
}

/** Agreement on each label against all others: alpha, and Fleiss' kappa of complete data. */
function labelEstimates(
  ratings: Ratings,
  statistics: ReadonlyMap<string, Statistic>,
  intervals: IntervalsByName,
  about: About,
  complete: boolean,
): Pick<LabelFigures, 'alpha' | 'fleiss'>[] {
  return [...statistics].map(([name, statistic], label) => {
    const alpha = estimateOf(statistic(ratings), intervals.get(name), about)
    if (!complete && about.n >= about.minUnits) return { alpha, fleiss: without('incomplete-data', about) }
    return { alpha, fleiss: estimateOf(fleissKappa(oneAgainstRest(ratings, label)), undefined, about) }
  })
}
