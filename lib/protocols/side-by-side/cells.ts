/** Cells of dataset pages for what is chosen side by side. */
import { groupsOf, type Placed, shareCell, sumOf } from '@/lib/protocols/composition-cells'
import type { CompositionCell } from '@/lib/protocols/protocol'
import { wilsonInterval } from '@/lib/stats/binomial-interval'

/** A share of votes with the limits of Wilson's 95 % interval, as three cells. */
export function withInterval<Row extends Placed>(
  rows: readonly Row[],
  of: (row: Row) => number,
  whole: number,
): CompositionCell[] {
  const { low, high } = wilsonInterval(sumOf(rows, of), whole)
  return [shareCell(rows, of, whole), { value: low, items: [] }, { value: high, items: [] }]
}

/** The columns of `withInterval`. */
export const intervalColumns = (title: string) =>
  [
    { title, form: 'share', tone: 'neutral' },
    { title: '95 % from', form: 'mean', tone: 'neutral', digits: 3 },
    { title: '95 % to', form: 'mean', tone: 'neutral', digits: 3 },
  ] as const

/** One row for each value that occurs, by name, and one for all. */
export function rowsBy<Row extends Placed>(
  rows: readonly Row[],
  groupOf: (row: Row) => string,
  cells: (rows: readonly Row[]) => CompositionCell[],
  isDomain: boolean,
) {
  const lines = [...groupsOf(rows, groupOf)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([value, own]) => ({
      key: `is ${value}`,
      title: value === '' ? 'not given' : value,
      domain: isDomain && value !== '' ? value : null,
      cells: cells(own),
    }))
  return [...lines, { key: 'all', title: 'All', domain: null, cells: cells(rows) }]
}
