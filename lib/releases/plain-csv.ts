/** CSV as datasets are published: quoted only where it must be, and no value changed, not even for spreadsheets. */

import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'

/** One row; lines end with LF. */
export function plainCsvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`
}

// A line of one empty cell would be no line.
const quoted = (cell: string, _: number, { length }: readonly string[]) =>
  /[",\r\n]/.test(cell) || (cell === '' && length === 1) ? `"${cell.replaceAll('"', '""')}"` : cell

/** The columns that a record needs. */
export const columnsOf = (record: Json): string[] => (isJsonRecord(record) ? Object.keys(record) : [])

/** Puts those that are new behind what they follow in their record. */
export function addColumns(columns: string[], own: readonly string[]): void {
  for (const [index, column] of own.entries())
    if (!columns.includes(column)) columns.splice(columns.indexOf(own[index - 1] ?? '') + 1, 0, column)
}

/** A record's values under the columns: texts as they are, null as nothing, anything else as JSON. */
export function cellsOf(columns: readonly string[], record: Json): string[] {
  return columns.map((column) => cellOf(isJsonRecord(record) ? (record[column] ?? null) : null))
}

function cellOf(value: Json): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
