/** The columns of CSV as datasets are published (lib/platform/server/streams/plain-csv-row.ts has its rows). */

import type { Json } from '@/lib/protocols/protocol'
import { escapeText } from '@/lib/text/escape-text'

/** Puts those that are new behind what they follow in their record. */
export function addColumns(columns: string[], recordColumns: readonly string[]): void {
  const existingColumns = new Set(columns)
  // New columns by the existing one that they stand behind; null: before all of them.
  const behind = new Map<string | null, string[]>()
  let last: string | null = null
  for (const column of recordColumns) {
    if (existingColumns.has(column)) last = column
    else {
      const there = behind.get(last) ?? []
      there.push(column)
      behind.set(last, there)
    }
  }
  if (behind.size === 0) return
  const before = columns.splice(0)
  for (const column of behind.get(null) ?? []) columns.push(column)
  for (const column of before) {
    columns.push(column)
    for (const next of behind.get(column) ?? []) columns.push(next)
  }
}

/** The fields of a record by name, each with its JSON. */
type Fields = ReadonlyMap<string, { value: Json; json: string }>

/** A record's values under the columns: texts as they are, null as nothing, anything else as JSON. */
export function cellsOf(columns: readonly string[], fields: Fields): string[] {
  return columns.map((column) => cellOf(fields.get(column)))
}

function cellOf(field: { value: Json; json: string } | undefined): string {
  if (field === undefined || field.json === 'null') return ''
  if (typeof field.value !== 'string') return field.json
  // UTF-8 has no form for half a pair.
  return field.value.isWellFormed() ? field.value : escapeText(field.value)
}
