/** Every two annotators who rated units in common: confusion matrix, percent agreement, Cohen's kappa. Pure. */
import type { Measure } from '@/lib/protocols/protocol'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { type Label, ratingsOf } from '@/lib/stats/ratings'
import { closeCell, countIn, listed, type OpenCell, openCell, openSquare } from './cells'
import type { PairView } from './contract'
import { estimatesOf } from './estimates'
import type { RatedUnit } from './rated-units'

export interface FigureOptions {
  /** Keys of the raters, in the order of the indexes in `RatedUnit`. */
  raterKeys: readonly string[]
  intervals: boolean
  showsItems: boolean
}

interface OpenPair {
  first: number
  second: number
  behind: OpenCell
  square: OpenCell[][]
  rows: [Label, Label][]
  clusters: string[]
}

/** The pairs of annotators with common units, in the order of the raters. */
export function pairsOf(measure: Measure, units: readonly RatedUnit[], options: FigureOptions): PairView[] {
  const labels = measure.categories.map(({ value }) => value)
  const pairs = [...collectPairs(labels, units).values()]
  return pairs
    .sort((a, b) => a.first - b.first || a.second - b.second)
    .map((pair) => presentPair(measure, labels, pair, options))
}

function collectPairs(labels: readonly string[], units: readonly RatedUnit[]): Map<string, OpenPair> {
  const pairs = new Map<string, OpenPair>()
  for (const { ratings, position, taskId } of units) {
    ratings.forEach((a, index) => {
      for (const b of ratings.slice(index + 1)) {
        const pair = pairFor(pairs, a.rater, b.rater, labels.length)
        countIn(pair.behind, position)
        countIn(pair.square[a.category]?.[b.category], position)
        pair.rows.push([labels[a.category] ?? '', labels[b.category] ?? ''])
        pair.clusters.push(taskId)
      }
    })
  }
  return pairs
}

function pairFor(pairs: Map<string, OpenPair>, first: number, second: number, size: number): OpenPair {
  const key = `${first}-${second}`
  const known = pairs.get(key)
  if (known) return known
  const pair = { first, second, behind: openCell(), square: openSquare(size), rows: [], clusters: [] }
  pairs.set(key, pair)
  return pair
}

function presentPair(measure: Measure, labels: readonly string[], pair: OpenPair, options: FigureOptions): PairView {
  const { first, second, behind, square, rows, clusters } = pair
  const used = measure.categories.filter(({ value }) => rows.some((row) => row.includes(value)))
  const ratings = ratingsOf(rows, { categories: labels })
  const about = { n: behind.count, only: used.length === 1 ? (used[0]?.text ?? null) : null, clusters }
  const { percent } = estimatesOf(ratings, { percent: (x) => percentAgreement(x) }, { ...about, intervals: false })
  const { kappa } = estimatesOf(
    ratings,
    { kappa: (x) => cohenKappa(confusionMatrix(x)) },
    { ...about, intervals: options.intervals },
  )
  return {
    first: options.raterKeys[first] ?? '',
    second: options.raterKeys[second] ?? '',
    n: behind.count,
    items: listed(behind.items, options.showsItems),
    percent,
    kappa,
    confusion: square.map((line) => line.map((cell) => closeCell(cell, options.showsItems))),
  }
}
