/**
 * A document whose fields are the columns of a table, as its rows: lists side by side (`Dataset.to_dict`, `DataFrame.to_dict("list")`),
 * or objects by the numbers of rows, or lists of cells, as pandas writes them (`to_json`, also with `orient="split"`). Pure.
 */
import { type Container, copyWrittenEntry } from '@/lib/platform/foreign/records/exact-numbers'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

export interface TableRow {
  row: JsonRecord
  /** Where in the document a cell of the row stands, behind the name of its column: `[2]`. */
  place: string
}

/**
 * null where it is one record. To be asked only of a document that is a file by itself, and that no format reads as it stands: among
 * others, a record whose fields are all lists is a record.
 */
export function tableRows(document: JsonRecord): TableRow[] | null {
  const columns = Object.entries(document)
  const [first] = columns
  if (!first) return null
  return splitRows(document) ?? sideBySide(columns, first[1]) ?? byNumber(columns, first[1])
}

function sideBySide(columns: readonly [string, Json][], first: Json): TableRow[] | null {
  if (!Array.isArray(first) || first.length < 2 || columns.length < 2) return null
  const lists = columns.flatMap(([name, list]) =>
    Array.isArray(list) && list.length === first.length ? [[name, list] as const] : [],
  )
  if (lists.length < columns.length) return null
  return first.map((_, index) => ({
    row: rowOf(lists.map(([name, list]) => [name, list, index])),
    place: `[${index}]`,
  }))
}

function byNumber(columns: readonly [string, Json][], first: Json): TableRow[] | null {
  if (!isJsonRecord(first)) return null
  const numbers = Object.keys(first)
  const objects = columns.flatMap(([name, cells]) => (isJsonRecord(cells) ? [[name, cells] as const] : []))
  const isTable =
    numbers.length > 0 &&
    numbers.every((number) => /^\d+$/.test(number)) &&
    objects.length === columns.length &&
    objects.every(([, cells]) => isSame(Object.keys(cells), numbers))
  if (!isTable) return null
  return numbers.map((number) => ({
    row: rowOf(objects.map(([name, cells]) => [name, cells, number])),
    place: `.${number}`,
  }))
}

function splitRows({ columns: names, index, data, ...others }: JsonRecord): TableRow[] | null {
  if (!Array.isArray(names) || !Array.isArray(index) || !Array.isArray(data)) return null
  const isTable =
    Object.keys(others).length === 0 &&
    names.length > 0 &&
    names.every((name) => typeof name === 'string') &&
    index.length === data.length &&
    data.every((cells) => Array.isArray(cells) && cells.length === names.length)
  if (!isTable) return null
  return data.map((cells, rowIndex) => ({
    row: rowOf(names.map((name, column) => [String(name), cells as Json[], column])),
    place: `.data[${rowIndex}]`,
  }))
}

/** Cells by the names of their columns, each from its place in a list or an object, with the notes on how its numbers were written. */
function rowOf(cells: readonly (readonly [name: string, within: Container, key: string | number])[]): JsonRecord {
  const row: JsonRecord = Object.fromEntries(
    cells.map(([name, within, key]) => [name, (Reflect.get(within, key) as Json | undefined) ?? null]),
  )
  for (const [name, within, key] of cells) copyWrittenEntry(within, String(key), row, name)
  return row
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((each, index) => each === right[index])
