import { MIN_UNITS } from '@/lib/agreement/contract'
import type { LabelFigures, MatrixFigure, MatrixFigures } from '@/lib/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/rater-matrix/reading/coded-matrix'
import type { MatrixUnit } from '@/lib/rater-matrix/reading/rater-matrix'
import { MOST_LABELS_IN_TABLE, titleOf } from '@/lib/rater-matrix/rules'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { type Ratings, type RatingTable, ratingsOf } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { type About, estimateOf, type IntervalsByName, type Resampling, without } from './intervals'
import { oneAgainstRest, type Statistics, statisticsOfAll, statisticsOfRaters } from './statistics'

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
  const twice = rated.filter(({ labels }) => given(labels).length > 1)
  const complete = counted.sizes.size === 1 && twice.length === rated.length
  const about: About = { n: twice.length, only: counted.used.size === 1 ? ([...counted.used.keys()][0] ?? null) : null }
  const computed = await compute(matrix, twice, complete, about, resampling)
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
      share: twice.length < MIN_UNITS ? null : (counted.used.get(value) ?? 0) / counted.ratings,
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

async function compute(
  matrix: Matrix,
  twice: readonly MatrixUnit[],
  complete: boolean,
  about: About,
  resampling: Resampling,
) {
  const { categories } = matrix
  const clusters = twice.map(({ response }) => response)
  const all = ratingsOf(packed(twice), { categories })
  const byRater = ratingsOf(
    twice.map(({ labels }) => labels),
    { categories },
  )
  const general = new Map(statisticsOfAll(matrix))
  if (!complete) general.delete('fleiss')
  const perLabel = statisticsOfLabels(all, categories.length)
  const ofRaters = statisticsOfRaters(matrix, matrix.raters.length, complete && isFull(byRater))
  const enough = about.n >= MIN_UNITS
  const none: IntervalsByName = new Map()
  const ofAll = enough
    ? await resampling.of(all, new Map<string, Statistic>([...general, ...perLabel]), clusters)
    : none
  const ofPairs = enough ? await resampling.of(byRater, ofRaters, clusters) : none
  const figures = [
    ...present(matrix, statisticsOfAll(matrix), all, ofAll, about, complete),
    ...present(matrix, ofRaters, byRater, ofPairs, about, complete),
  ]
  return { figures, labels: labelEstimates(all, perLabel, ofAll, about, complete) }
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

function present(
  matrix: Matrix,
  statistics: Statistics,
  ratings: Ratings,
  intervals: IntervalsByName,
  about: About,
  complete: boolean,
): MatrixFigure[] {
  return [...statistics].map(([key, statistic]) => ({
    key,
    title: titleOf(key, matrix.level),
    estimate:
      key === 'fleiss' && !complete && about.n >= MIN_UNITS
        ? without('incomplete-data', about)
        : estimateOf(statistic(ratings), intervals.get(key), about),
  }))
}

const labelName = (label: number) => `label ${label}`

function statisticsOfLabels(ratings: Ratings, labels: number): Map<string, Statistic> {
  if (labels > MOST_LABELS_IN_TABLE) return new Map()
  return new Map(
    Array.from({ length: labels }, (_, label): [string, Statistic] => {
      const collapsed = oneAgainstRest(ratings, label)
      return [labelName(label), (drawn) => krippendorffAlpha(collapsed(drawn), { level: 'nominal' })]
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
    if (!complete && about.n >= MIN_UNITS) return { alpha, fleiss: without('incomplete-data', about) }
    return { alpha, fleiss: estimateOf(fleissKappa(oneAgainstRest(ratings, label)(ratings)), undefined, about) }
  })
}
