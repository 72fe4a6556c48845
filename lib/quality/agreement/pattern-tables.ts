/** From patterns of ratings, as the ledger counts them, to the tables that coefficients are made of. Pure. */
import type { Measure } from '@/lib/protocols/protocol'
import { foldRows, sumByRow } from '@/lib/stats/fold-rows'
import { type Label, type RatingTable, UNRATED } from '@/lib/stats/ratings'

/** Who rated a unit, and how: numbers of annotators, ascending, and indexes of categories beside them. */
export interface Rated {
  readonly raters: readonly number[]
  readonly codes: readonly number[]
}

/** So many units were rated by these people in this way. */
export interface Pattern extends Rated {
  readonly units: number
}

/** Rows of a table and, for every pattern, the row that its units are counted in. */
export interface PatternTable {
  readonly table: RatingTable
  readonly rowOf: Int32Array
}

/** The universe of a measure; numbers, where its distances are differences. */
export const labelsOf = ({ level, categories }: Pick<Measure, 'level' | 'categories'>): Label[] =>
  categories.map(({ value }) => (level === 'interval' ? Number(value) : value))

/** All rated units, whoever rated them, those rated once too: as wide as the most ratings of one unit. */
export function anyRaters(measure: Pick<Measure, 'level' | 'categories'>, patterns: readonly Pattern[]): PatternTable {
  const categories = labelsOf(measure)
  const raters = patterns.reduce((most, { codes }) => Math.max(most, codes.length), 0)
  const rows = patterns.map(({ codes }) =>
    [...codes, ...Array<number>(raters - codes.length).fill(UNRATED)].sort((a, b) => a - b),
  )
  const folded = foldRows(Int32Array.from(rows.flat()), raters, categories.length, patterns.length)
  const units = Float64Array.from(patterns, (pattern) => pattern.units)
  const times = sumByRow(units, folded.rowOf, folded.rows)
  return { table: { categories, declared: true, raters, codes: folded.codes, times }, rowOf: folded.rowOf }
}
