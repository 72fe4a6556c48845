/** Figures with the items behind them, and the tables that are made of them. */
import type { CompositionCell, CompositionPanel, Option, Tone } from '@/lib/protocols/protocol'
import type { Counted } from './counted'

type Rows = readonly Counted[]
type Of = (row: Counted) => number
type Row = CompositionPanel['rows'][number]

const positions = (rows: Rows) => rows.map(({ position }) => position)
export const sum = (rows: Rows, of: Of): number => rows.reduce((total, row) => total + of(row), 0)

/** How many there are, with the responses that have any. */
export const count = (rows: Rows, of: Of): CompositionCell => ({
  value: sum(rows, of),
  items: positions(rows.filter((row) => of(row) > 0)),
})

/** How many responses there are of a kind. */
export const countResponses = (rows: Rows, is: (row: Counted) => boolean = () => true): CompositionCell =>
  count(rows, (row) => Number(is(row)))

/** How many of a whole; no value where the whole is nothing. */
export function share(rows: Rows, of: Of, whole: number): CompositionCell {
  const { value, items } = count(rows, of)
  return { value: whole === 0 ? null : (value ?? 0) / whole, part: value ?? 0, whole, items }
}

/** The mean over the responses that have a value; no value where none has. */
export function mean(rows: Rows, of: (row: Counted) => number | null): CompositionCell {
  const found = rows.flatMap((row) => {
    const value = of(row)
    return value === null ? [] : [{ row, value }]
  })
  const total = found.reduce((all, { value }) => all + value, 0)
  return { value: found.length === 0 ? null : total / found.length, items: positions(found.map(({ row }) => row)) }
}

export const line = (key: string, title: string, cells: readonly CompositionCell[]): Row => ({
  key,
  title,
  domain: null,
  cells,
})

/** One row a source, the largest first, and one for all where there are several. */
export function bySource(rows: Rows, cells: (rows: Rows) => CompositionCell[]): Row[] {
  const groups = new Map<string, Counted[]>()
  for (const row of rows) {
    const group = groups.get(row.source)
    if (group) group.push(row)
    else groups.set(row.source, [row])
  }
  const sorted = [...groups].toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
  const lines = sorted.map(([source, own]) => line(`source ${source}`, source, cells(own)))
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
    sum(rows, (row) => values.reduce((all, { value }) => all + (of(row)[value] ?? 0), 0)),
  )
  return values.map(({ value, text }) =>
    line(
      value,
      text,
      columns.map((of, index) => share(rows, (row) => of(row)[value] ?? 0, wholes[index] ?? 0)),
    ),
  )
}

export const column = (title: string, form: 'count' | 'share' | 'mean', tone: Tone = 'neutral', digits?: number) => ({
  title,
  form,
  tone,
  ...(digits !== undefined && { digits }),
})
