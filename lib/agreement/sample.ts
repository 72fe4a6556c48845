/**
 * A measure's counts laid out so that resamples can be added up in them: the rows of the table of ratings whoever gave
 * them first, then the cells of every pair's confusion. Pure.
 */
import type { Drawable } from '@/lib/stats/bootstrap'
import { withTimes } from '@/lib/stats/ratings'
import { fillPairCells, pairCells } from './pair-cells'
import { anyRaters, type Pattern, type Rated } from './pattern-tables'
import type { MeasureScale, Sample } from './statistics'

export interface MeasureSample {
  readonly drawable: Drawable<Sample>
  /** For every pattern, where each of its units adds one; empty for patterns with fewer than two ratings. */
  readonly placesOf: readonly Int32Array[]
}

/** Units with fewer than two ratings enter nowhere. */
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
  return { drawable: { whole, drawn, times }, placesOf }
}

/** Patterns that occur once each, for where only the layout matters. */
export const onceEach = (rated: readonly Rated[]): Pattern[] => rated.map((each) => ({ ...each, units: 1 }))
