/** Cells of dataset pages for what is chosen side by side. */
import { groupsOf, line, type Placed, shareCell, sumOf } from '@/lib/protocols/composition-cells'
import type { CompositionCell, CompositionPanel } from '@/lib/protocols/protocol'
import { wilsonInterval } from '@/lib/stats/binomial-interval'

/** A share of votes with the limits of Wilson's 95 % interval, as three cells. */
function withInterval<Row extends Placed>(
  rows: readonly Row[],
  of: (row: Row) => number,
  whole: number,
): CompositionCell[] {
  const { low, high } = wilsonInterval(sumOf(rows, of), whole)
  return [shareCell(rows, of, whole), { value: low, items: [] }, { value: high, items: [] }]
}

/** A place in which something was seen, with the items that have it, their votes for it, and all votes on them. */
interface SeenPlace<Row extends Placed> {
  key: string
  title: string
  rows: readonly Row[]
  votesFor(row: Row): number
  whole: number
}

/** For which place as seen votes were: without a bias all places get about as many. */
export function positionPanel<Row extends Placed>(
  head: Pick<CompositionPanel, 'key' | 'title' | 'note' | 'rowTitle'>,
  places: readonly SeenPlace<Row>[],
): CompositionPanel {
  return {
    ...head,
    columns: [
      { title: 'Votes', form: 'share', tone: 'neutral' },
      { title: '95 % from', form: 'mean', tone: 'neutral', digits: 3 },
      { title: '95 % to', form: 'mean', tone: 'neutral', digits: 3 },
    ],
    bars: [0],
    rows: places.map(({ key, title, rows, votesFor, whole }) => line(key, title, withInterval(rows, votesFor, whole))),
  }
}

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
  return [...lines, line('all', 'All', cells(rows))]
}
