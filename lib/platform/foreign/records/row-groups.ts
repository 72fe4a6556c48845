/**
 * Rows that together are one record, and the rows of such a record again. The record has what its rows share, and under the name that the
 * protocol gives the list of its rows, each with what is its own. Where they stood and how their fields were ordered is kept in it, so that
 * the rows come out as they were. Pure.
 */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'
import { fieldName, valueAt } from '@/lib/protocols/language/pointers'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { type RecordProblem, ROW_PLACES, type RowGroups } from '@/lib/protocols/records'
import { sameExactly } from '@/lib/protocols/same-value'
import { shownValue } from '@/lib/protocols/shown-value'
import { copyWritten, exactEntry } from './exact-numbers'

/** Where the rows of a record stood in its file, and how their fields were ordered. */
const rowPlacesSchema = z.object({
  /** Of each row, from 1. */
  lines: z.array(z.int()),
  /** The place of each row among those of the file, from 0; left out where each stood on a line of its own. */
  at: z.array(z.int()).optional(),
  /** Tells files from each other; left out where it is not known. */
  file: z.string().optional(),
  /** The orders of fields that occur. */
  fields: z.array(z.array(z.string())),
  /** Which of them each row has; left out where there is one. */
  orders: z.array(z.int()).optional(),
})
type RowPlaces = z.infer<typeof rowPlacesSchema>

/** null where it is not said, as in records that are written by hand. */
const placesIn = (record: JsonRecord): RowPlaces | null =>
  rowPlacesSchema
    .nullable()
    .catch(null)
    .parse(record[ROW_PLACES] ?? null)

export interface Row {
  line: number
  /** Its place among the rows of the file, where lines do not tell it. */
  at?: number
  value: JsonRecord
}

export type RowKey = { ok: true; key: string } | ({ ok: false } & RecordProblem)

const UNSHARED = 'Write it into every row, or leave the row out.'

/** What rows of one record have in common; or why the row belongs to none. */
export function rowKey({ by, as }: RowGroups, row: JsonRecord): RowKey {
  const clashingName = [as, ROW_PLACES].find((name) => Object.hasOwn(row, name))
  if (clashingName !== undefined)
    return {
      ok: false,
      field: clashingName,
      message: `The row has a field "${clashingName}", under which the rows of an item are put together.`,
      fix: 'Write each row by itself, or give record.group another name under "as".',
    }
  const values: KeyPart[] = []
  for (const pointer of by) {
    const value = valueAt(row, pointer) ?? null
    const field = fieldName(pointer)
    if (value === null || value === '')
      return {
        ok: false,
        field,
        message: `${field} is ${value === null ? 'missing' : 'empty'}, by which rows are put together.`,
        fix: UNSHARED,
      }
    if (typeof value === 'object')
      return { ok: false, field, message: `${field} is not a text, by which rows are put together.`, fix: UNSHARED }
    values.push(keyPart(row, pointer, value))
  }
  return { ok: true, key: keyOf(values) }
}

/** One value of a key. */
export type KeyPart = Json

export const keyOf = (values: readonly KeyPart[]): string => JSON.stringify(values)

/** A number is given as it was written, since it may have more digits than a number keeps: two ids may differ in the last of them only. */
export const keyPart = (row: JsonRecord, pointer: readonly string[], value: Json): KeyPart =>
  typeof value === 'number' ? { number: writtenAt(row, pointer) } : value

/** What stands at the place, as JSON in which fields have one order and numbers stand as they were written; null and what is missing are the same. */
function writtenAt(row: JsonRecord, pointer: readonly string[]): string {
  const value = valueAt(row, pointer) ?? null
  const holder = valueAt(row, pointer.slice(0, -1))
  if (value === null || holder === undefined) return 'null'
  return exactEntry({ value: holder }, pointer.at(-1) ?? '', inOneOrder(value))
}

/** The value with the fields of all objects by their names, and the notes on numbers. */
function inOneOrder(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  const ordered = Array.isArray(value)
    ? value.map(inOneOrder)
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, inner]) => [key, inOneOrder(inner)]),
      )
  copyWritten(value, ordered)
  return ordered
}

/** The fields of the record that hold what its rows share. */
const sharedFields = ({ shared }: RowGroups): Set<string> => new Set(shared.map(([field]) => field ?? ''))

/** The record of rows with the same key, in their order; `problems`: what differs between them and may not. `file`: the mark of their file. */
export function groupedRecord(
  groups: RowGroups,
  [first, ...others]: readonly [Row, ...Row[]],
  file?: string,
): { value: JsonRecord; problems: RecordProblem[] } {
  const names = sharedFields(groups)
  const record: JsonRecord = Object.fromEntries(Object.entries(first.value).filter(([field]) => names.has(field)))
  copyWritten(first.value, record, (field) => (names.has(field) ? field : null))
  const shared = new Map(Object.keys(record).map((field) => [field, jsonOf(first.value, field)]))
  const rows = [first, ...others]
  const rowFields = rows.map(({ value }) => {
    const isOwn = (field: string) => !names.has(field) || shared.get(field) !== jsonOf(value, field)
    const fields: JsonRecord = Object.fromEntries(Object.entries(value).filter(([field]) => isOwn(field)))
    copyWritten(value, fields, (field) => (isOwn(field) ? field : null))
    return fields
  })
  const value: JsonRecord = { ...record, [groups.as]: rowFields, [ROW_PLACES]: placesOf(rows, file) }
  return { value, problems: others.flatMap((row) => differences(groups, first, row)) }
}

const jsonOf = (row: JsonRecord, field: string): string | undefined =>
  Object.hasOwn(row, field) ? exactEntry({ value: row }, field, row[field] ?? null) : undefined

function placesOf(rows: readonly Row[], file: string | undefined): RowPlaces {
  const fields: string[][] = []
  const orderPlaces = new Map<string, number>()
  const orders = rows.map(({ value }) => {
    const order = Object.keys(value)
    const name = JSON.stringify(order)
    const place = orderPlaces.get(name) ?? fields.push(order) - 1
    orderPlaces.set(name, place)
    return place
  })
  const positions = rows.flatMap((row) => row.at ?? [])
  return {
    lines: rows.map(({ line }) => line),
    ...(positions.length > 0 ? { at: positions } : {}),
    ...(file === undefined ? {} : { file }),
    fields,
    ...(fields.length > 1 ? { orders } : {}),
  }
}

function differences({ by, shared }: RowGroups, first: Row, { line, value }: Row): RecordProblem[] {
  return shared.flatMap((pointer) => {
    if (writtenAt(value, pointer) === writtenAt(first.value, pointer)) return []
    const key = by.map((part) => `${fieldName(part)} ${shownValue(valueAt(value, part) ?? null)}`).join(', ')
    return [
      {
        field: fieldName(pointer),
        line,
        message: `The row differs from line ${first.line} here, and both belong to one item (${key}).`,
        fix: 'Make it the same in all rows of the item, or read it as a field of the units.',
      },
    ]
  })
}

/** Where the rows of a record stood, from 1; null where it is not said. */
export const rowLines = (record: Json): readonly number[] | null =>
  isJsonRecord(record) ? (placesIn(record)?.lines ?? null) : null

/** The places of a record's rows among those of their file, by lines where these tell them; and which file it is, where that is known. */
export function rowOrder(record: Json): { places: readonly number[]; file: string | null } {
  const found = isJsonRecord(record) ? placesIn(record) : null
  return { places: found?.at ?? found?.lines ?? [], file: found?.file ?? null }
}

/**
 * The rows of a record, each as it was. `before`: the record as it was read, where it has been changed since: what changed of that which rows
 * share is written into every row, whatever stood in it.
 */
export function rowsOf(groups: RowGroups, record: Json, before: Json = record): JsonRecord[] {
  if (!isJsonRecord(record)) return []
  const rows = record[groups.as]
  if (!Array.isArray(rows)) return []
  const places = placesIn(record)
  const names = sharedFields(groups)
  const placedFields = new Set(places?.fields.flat())
  const changed = Object.keys(record).filter((field) => names.has(field) && isChanged(record, before, field))
  const added = Object.keys(record).filter((field) => names.has(field) && !placedFields.has(field))
  return rows.map((row, index) => {
    const rowFields: JsonRecord = isJsonRecord(row) ? { ...row } : {}
    if (isJsonRecord(row)) copyWritten(row, rowFields)
    for (const field of changed) delete rowFields[field]
    const order = places?.fields[places.orders?.[index] ?? 0] ?? []
    const fields = [...new Set([...order, ...added, ...changed, ...Object.keys(rowFields)])]
    const isShared = (field: string) =>
      !Object.hasOwn(rowFields, field) && names.has(field) && Object.hasOwn(record, field)
    const value: JsonRecord = Object.fromEntries(
      fields.flatMap((field) => {
        if (Object.hasOwn(rowFields, field)) return [[field, rowFields[field] ?? null]]
        return isShared(field) ? [[field, record[field] ?? null]] : []
      }),
    )
    copyWritten(record, value, (field) => (fields.includes(field) && isShared(field) ? field : null))
    copyWritten(rowFields, value)
    return value
  })
}

const isChanged = (record: JsonRecord, before: Json, field: string): boolean =>
  record !== before && !(isJsonRecord(before) && sameExactly(record[field] ?? null, before[field] ?? null))

/** A problem within a row, on the line of the row and with the name of its field there. */
export function atItsRow({ as }: RowGroups, record: Json, problem: RecordProblem): RecordProblem {
  const lines = rowLines(record)
  if (!lines || !problem.field.startsWith(`${as}[`)) return problem
  const [, place, field] = /^\[(\d+)\]\.?(.*)$/s.exec(problem.field.slice(as.length)) ?? []
  const line = lines[Number(place)]
  return line === undefined ? problem : { ...problem, line, field: field ?? '' }
}
