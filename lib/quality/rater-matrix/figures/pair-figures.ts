import type { MatrixPair } from '@/lib/quality/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { MOST_LABELS_IN_TABLE, titleOf } from '@/lib/quality/rater-matrix/rules'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { ratingsOf } from '@/lib/stats/ratings'
import { estimateOf, type Resampling } from './intervals'
import { statisticsOfPair } from './statistics'

/** The figures of every pair of columns, over the units that both rated; pairs without one are kept, with n = 0. */
export async function pairFigures(
  matrix: CodedMatrix,
  pairs: readonly (readonly [number, number])[],
  resampling: Resampling,
): Promise<MatrixPair[]> {
  const found: MatrixPair[] = []
  for (const pair of pairs) {
    await resampling.letOthersThrough()
    found.push(await pairOf(matrix, pair, resampling))
  }
  return found
}

async function pairOf(
  matrix: CodedMatrix,
  [first, second]: readonly [number, number],
  resampling: Resampling,
): Promise<MatrixPair> {
  const { categories, raters, level } = matrix
  const rows: [string, string][] = []
  const clusters: string[] = []
  for (const { labels, response } of matrix.units) {
    const [a, b] = [labels[first], labels[second]]
    if (a == null || b == null) continue
    rows.push([a, b])
    clusters.push(response)
  }
  const ratings = ratingsOf(rows, { categories })
  const used = new Set(rows.flat())
  const about = { n: rows.length, only: used.size === 1 ? ([...used][0] ?? null) : null, minUnits: resampling.minUnits }
  const statistics = statisticsOfPair(matrix)
  const intervals = rows.length < resampling.minUnits ? new Map() : await resampling.of(ratings, statistics, clusters)
  const { counts } = confusionMatrix(ratings)
  return {
    first: raters[first] ?? '',
    second: raters[second] ?? '',
    n: rows.length,
    figures: [...statistics].map(([key, statistic]) => ({
      key,
      title: titleOf(key, level),
      estimate:
        rows.length === 0
          ? estimateOf({ value: null, reason: 'no-pairable-units' }, undefined, about)
          : estimateOf(statistic(ratings), intervals.get(key), about),
    })),
    confusion: categories.length > MOST_LABELS_IN_TABLE ? null : counts.map((row) => [...row]),
  }
}

/** Every two of these columns, the earlier one first. */
export const pairsOf = (columns: readonly number[]): [number, number][] =>
  columns.flatMap((first, index) => columns.slice(index + 1).map((second): [number, number] => [first, second]))
