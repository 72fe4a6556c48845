/** Cells of dataset pages for what is chosen side by side. */
import type { CompositionCell } from '@/lib/protocols/protocol'
import { wilsonInterval } from '@/lib/stats/binomial-interval'

/** What is known of one item: where it stands, and how often something was counted of it. */
export interface Placed {
  position: number
}

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

export const countCell = <Row extends Placed>(rows: readonly Row[], of: (row: Row) => number): CompositionCell => ({
  value: sumOf(rows, of),
  items: rows.filter((row) => of(row) > 0).map(({ position }) => position),
})

export function shareCell<Row extends Placed>(
  rows: readonly Row[],
  of: (row: Row) => number,
  whole: number,
): CompositionCell {
  const part = sumOf(rows, of)
  return { ...countCell(rows, of), value: whole === 0 ? null : part / whole, part, whole }
}

export const meanCell = <Row extends Placed>(rows: readonly Row[], of: (row: Row) => number): CompositionCell => ({
  value: rows.length === 0 ? null : sumOf(rows, of) / rows.length,
  items: rows.map(({ position }) => position),
})

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
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(groupOf(row))
    if (group) group.push(row)
    else groups.set(groupOf(row), [row])
  }
  const lines = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([value, own]) => ({
      key: `is ${value}`,
      title: value === '' ? 'not given' : value,
      domain: isDomain && value !== '' ? value : null,
      cells: cells(own),
    }))
  return [...lines, { key: 'all', title: 'All', domain: null, cells: cells(rows) }]
}
