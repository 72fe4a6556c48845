import { parse } from 'csv-parse/sync'
import type { Json } from '@/lib/protocols/protocol'
import { parseJson } from './parse-json'

/** Parses an item's verbatim record again: JSON, or a CSV heading with one row (any of the delimiters read at import). */
export function parseStored(record: string): Json {
  const parsed = parseJson(record)
  if (parsed.ok) return parsed.value
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows: string[][] = parse(record, { delimiter, relax_column_count: true, relax_quotes: true })
    const [heading, row] = rows
    if (heading && row && heading.length === row.length && (heading.length > 1 || delimiter === '|')) {
      return Object.fromEntries(heading.map((name, index) => [name.trim(), row[index] ?? '']))
    }
  }
  throw new Error('a stored record can no longer be parsed')
}
