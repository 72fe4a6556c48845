import { parse } from 'csv-parse/sync'
import type { Json } from '@/lib/protocols/protocol'
import { detectDelimiter } from './detect-container'
import { parseJson } from './parse-json'
import { type StoredSource, storedSource } from './stored-source'

/** Parses an item's verbatim record again, as data that can be stored. Throws for what is neither JSON nor a CSV row. */
export function readStoredRecord(record: string): StoredSource {
  const { value: parsed, exact } = parseVerbatim(record)
  const { value, escaped } = storedSource(parsed, record)
  return { value, escaped, exact }
}

/** The data of an item's verbatim record, as an import read it. Throws for what is neither JSON nor a CSV row. */
export const parseStored = (record: string): Json => readStoredRecord(record).value

function parseVerbatim(record: string): Pick<StoredSource, 'value' | 'exact'> {
  const parsed = parseJson(record)
  if (parsed.ok) return { value: parsed.value, exact: parsed.notes.length > 0 }
  // The heading decided the separator when the file was read, and decides it again.
  const rows: string[][] = parse(record, { delimiter: detectDelimiter(record), relax_column_count: true })
  const [heading, row] = rows
  if (!heading || !row || heading.length !== row.length)
    throw new Error('a stored record is neither JSON nor a CSV row')
  return { value: Object.fromEntries(heading.map((name, index) => [name.trim(), row[index] ?? ''])), exact: false }
}
