import { parse } from 'csv-parse/sync'
import type { Json } from '@/lib/protocols/protocol'
import { detectDelimiter } from './detect-container'
import { parseJson } from './parse-json'

/** Parses an item's verbatim record again: JSON, or a CSV heading with one row. Throws for anything else. */
export function parseStored(record: string): Json {
  const parsed = parseJson(record)
  if (parsed.ok) return parsed.value
  // The heading decided the separator when the file was read, and decides it again.
  const rows: string[][] = parse(record, { delimiter: detectDelimiter(record), relax_column_count: true })
  const [heading, row] = rows
  if (!heading || !row || heading.length !== row.length)
    throw new Error('a stored record is neither JSON nor a CSV row')
  return Object.fromEntries(heading.map((name, index) => [name.trim(), row[index] ?? '']))
}
