/** From patterns of ratings, as the ledger counts them, to the tables that coefficients are made of. Pure. */
import type { Measure } from '@/lib/protocols/protocol'
import type { ConfusionMatrix } from '@/lib/stats/confusion-matrix'
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

/** Rows of a table and, for every pattern, the row that its units are counted in; -1 where they count nowhere. */
export interface PatternTable {
  readonly table: RatingTable
  readonly rowOf: Int32Array
}

/** The universe of a measure; numbers, where its distances are differences. */
export const labelsOf = ({ level, categories }: Pick<Measure, 'level' | 'categories'>): Label[] =>
  categories.map(({ value }) => (level === 'interval' ? Number(value) : value))

/** Units with two ratings or more, whoever gave them: as wide as the most ratings of one unit. */
export function anyRaters(measure: Pick<Measure, 'level' | 'categories'>, patterns: readonly Pattern[]): PatternTable {
  const width = patterns.reduce((most, { codes }) => Math.max(most, codes.length), 0)
  return tableOf(
    measure,
    patterns.map(({ codes, units }) => {
      if (codes.length < 2) return null
      const row = [...codes, ...Array<number>(width - codes.length).fill(UNRATED)]
      return { row: row.sort((a, b) => a - b), units }
    }),
    width,
  )
}

/** The units that both have rated; the first one's ratings in the first column. */
export function twoRaters(
  measure: Pick<Measure, 'level' | 'categories'>,
  patterns: readonly Pattern[],
  [first, second]: readonly [number, number],
): PatternTable {
  return tableOf(
    measure,
    patterns.map(({ raters, codes, units }) => {
      const row = [codes[raters.indexOf(first)], codes[raters.indexOf(second)]]
      return row.every((code) => code !== undefined) ? { row, units } : null
    }),
    2,
  )
}

interface Counted {
  row: readonly number[]
  units: number
}

function tableOf(
  measure: Pick<Measure, 'level' | 'categories'>,
  counted: readonly (Counted | null)[],
  raters: number,
): PatternTable {
  const categories = labelsOf(measure)
  const entering = counted.flatMap((each, pattern) => (each ? [{ ...each, pattern }] : []))
  const flat = Int32Array.from(entering.flatMap(({ row }) => row))
  const folded = foldRows(flat, raters, categories.length, entering.length)
  const rowOf = new Int32Array(counted.length).fill(-1)
  entering.forEach(({ pattern }, index) => {
    rowOf[pattern] = folded.rowOf[index] ?? -1
  })
  const units = Float64Array.from(entering, (each) => each.units)
  const times = sumByRow(units, folded.rowOf, folded.rows)
  return { table: { categories, declared: true, raters, codes: folded.codes, times }, rowOf }
}

/** The confusion of two raters from flat counts, row by row. */
export function matrixOf(categories: readonly Label[], counts: ArrayLike<number>, start = 0): ConfusionMatrix {
  const q = categories.length
  let n = 0
  const rows = categories.map((_, i) =>
    Float64Array.from({ length: q }, (__, j) => {
      const count = counts[start + i * q + j] ?? 0
      n += count
      return count
    }),
  )
  return { categories, declared: true, counts: rows, n }
}
