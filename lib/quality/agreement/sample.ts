/**
 * A measure's counts laid out so that resamples can be added up in them: the rows of the table of ratings whoever gave
 * them first, then the cells of every pair's confusion. Pure.
 */
import type { Drawable } from '@/lib/stats/bootstrap'
import { withTimes } from '@/lib/stats/ratings'
import { fillPairCells, pairCells } from './pair-cells'
import { anyRaters, type Pattern } from './pattern-tables'
import type { MeasureScale, Sample } from './statistics'

export interface MeasureSample {
  readonly drawable: Drawable<Sample>
  /** For every pattern, where each of its units adds one. */
  readonly placesOf: readonly Int32Array[]
  /** The same, but nowhere for units rated once: they enter only statistics of all rated units (`isOfAllRated`). */
  readonly pairablePlacesOf: readonly Int32Array[]
}

export function sampleOf(measure: MeasureScale, patterns: readonly Pattern[]): MeasureSample {
  const { table, rowOf } = anyRaters(measure, patterns)
  const cells = pairCells(measure.categories.length, patterns)
  const rows = table.times.length
  const whole = {
    any: table,
    pairs: cells,
    pairCounts: fillPairCells(
      cells,
      patterns.map(({ units }) => units),
    ),
  }
  const times = new Float64Array(rows + whole.pairCounts.length)
  const drawn = {
    any: withTimes(table, times.subarray(0, rows)),
    pairs: cells,
    pairCounts: times.subarray(rows),
  }
  const placesOf = patterns.map((_, pattern) => {
    const row = rowOf[pattern] ?? -1
    if (row < 0) return new Int32Array(0)
    return Int32Array.of(row, ...(cells.cellsOf[pattern] ?? []).map((cell) => rows + cell))
  })
  const pairablePlacesOf = placesOf.map((places, pattern) =>
    (patterns[pattern]?.codes.length ?? 0) > 1 ? places : new Int32Array(0),
  )
  return { drawable: { whole, drawn, times }, placesOf, pairablePlacesOf }
}
