/** Figures with the items behind them, and the tables that are made of them. */
import { bySize, countCell, groupsOf, line, positions, shareCell, sumOf } from '@/lib/protocols/composition-cells'
import type { CompositionCell, CompositionPanel, Option, Tone } from '@/lib/protocols/protocol'
import type { Counted } from './counted'

type Rows = readonly Counted[]
type Row = CompositionPanel['rows'][number]

/** How many responses there are of a kind. */
export const countResponses = (rows: Rows, is: (row: Counted) => boolean = () => true): CompositionCell =>
  countCell(rows, (row) => Number(is(row)))

/** The mean over the responses that have a value; no value where none has. */
export function mean(rows: Rows, of: (row: Counted) => number | null): CompositionCell {
  const found = rows.flatMap((row) => {
    const value = of(row)
    return value === null ? [] : [{ row, value }]
  })
  const total = found.reduce((all, { value }) => all + value, 0)
  return { value: found.length === 0 ? null : total / found.length, items: positions(found.map(({ row }) => row)) }
}

/** One row a source, the largest first, and one for all where there are several. */
export function bySource(rows: Rows, cells: (rows: Rows) => CompositionCell[]): Row[] {
  const lines = bySize(groupsOf(rows, ({ source }) => source)).map(([source, own]) =>
    line(`source ${source}`, source, cells(own)),
  )
  return lines.length > 1 ? [...lines, line('all', 'All sources', cells(rows))] : [line('all', 'All', cells(rows))]
}

/** A value of an option as it is counted, with the words for it. */
export interface Value {
  value: string
  text: string
}

export const valuesOf = (options: readonly Option[]): Value[] =>
  options.map(({ value, text }) => ({ value: String(value), text }))

/** A row a value; each column is a share of all that has one of these values. */
export function distribution(
  rows: Rows,
  values: readonly Value[],
  columns: readonly ((row: Counted) => Readonly<Record<string, number>>)[],
): Row[] {
  const wholes = columns.map((of) =>
    sumOf(rows, (row) => values.reduce((all, { value }) => all + (of(row)[value] ?? 0), 0)),
  )
  return values.map(({ value, text }) =>
    line(
      value,
      text,
      columns.map((of, index) => shareCell(rows, (row) => of(row)[value] ?? 0, wholes[index] ?? 0)),
    ),
  )
}

export const column = (title: string, form: 'count' | 'share' | 'mean', tone: Tone = 'neutral', digits?: number) => ({
  title,
  form,
  tone,
  ...(digits !== undefined && { digits }),
})
