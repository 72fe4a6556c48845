/** Cells of dataset pages: figures with the items behind them, and the items of each domain. */
import type { Tone } from './answers'
import type { CompositionCell, CompositionPanel } from './figures'

/** What is known of one item: where it stands, besides what is counted of it. */
export interface Placed {
  position: number
}

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** The items of rows, of which one may have several. */
export const positions = (rows: readonly Placed[]): number[] => [...new Set(rows.map(({ position }) => position))]

/** How many there are, with the items that have any. */
export const countCell = <Row extends Placed>(rows: readonly Row[], of: (row: Row) => number): CompositionCell => ({
  value: sumOf(rows, of),
  items: positions(rows.filter((row) => of(row) > 0)),
})

/** How many of a whole; no value where the whole is nothing. */
export function shareCell<Row extends Placed>(
  rows: readonly Row[],
  of: (row: Row) => number,
  whole: number,
): CompositionCell {
  const part = sumOf(rows, of)
  return { ...countCell(rows, of), value: whole === 0 ? null : part / whole, part, whole }
}

/** The mean over the items, or over as many of what they have; no value where that is nothing. */
export const meanCell = <Row extends Placed>(
  rows: readonly Row[],
  of: (row: Row) => number,
  whole = rows.length,
): CompositionCell => ({
  value: whole === 0 ? null : sumOf(rows, of) / whole,
  items: positions(rows),
})

/** A line of a table that is no domain. */
export const line = (
  key: string,
  title: string,
  cells: readonly CompositionCell[],
): CompositionPanel['rows'][number] => ({ key, title, domain: null, cells })

/** A column of a table, with what stands in it on each line. */
export type Column<Line> = CompositionPanel['columns'][number] & { cell(line: Line): CompositionCell }

/** A column of counts over the rows of each line. */
export const countColumn = <Row extends Placed>(
  title: string,
  of: (row: Row) => number,
  tone: Tone = 'neutral',
): Column<{ rows: readonly Row[] }> => ({ title, form: 'count', tone, cell: ({ rows }) => countCell(rows, of) })

/** A table of these columns. `domain`, of a line: the domain whose items it holds, where it is one. */
export const tableOf = <Line extends { key: string; title: string; domain?: string | null }>(
  head: Omit<CompositionPanel, 'columns' | 'rows'>,
  columns: readonly Column<NoInfer<Line>>[],
  lines: readonly Line[],
): CompositionPanel => ({
  ...head,
  columns: columns.map(({ cell: _, ...column }) => column),
  rows: lines.map((each) => ({
    key: each.key,
    title: each.title,
    domain: each.domain ?? null,
    cells: columns.map(({ cell }) => cell(each)),
  })),
})

/** The rows by what they have in common, in the order in which that comes up. */
export function groupsOf<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** The groups of the largest first, then by name. */
export const bySize = <Row>(groups: ReadonlyMap<string, Row[]>): [string, Row[]][] =>
  [...groups].toSorted(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))

/** A line for each domain that occurs: those that have words, in their order, then others by name, then what has none. */
export function domainLines<Row>(
  rows: readonly Row[],
  { domainOf, words }: { domainOf(row: Row): string | null; words: Readonly<Record<string, string>> },
  cells: (rows: readonly Row[]) => CompositionCell[],
) {
  const groups = groupsOf(rows, domainOf)
  const namedDomains = Object.keys(words)
  const others = [...groups.keys()].filter((domain) => domain !== null && !namedDomains.includes(domain))
  return [...namedDomains, ...others.toSorted(), null].flatMap((domain) => {
    const domainRows = groups.get(domain)
    if (!domainRows) return []
    const title = domain === null ? 'No domain' : Object.hasOwn(words, domain) ? words[domain] : undefined
    return [{ key: domain ?? 'none', title: title ?? domain ?? '', domain, cells: cells(domainRows) }]
  })
}
