/** What gold does not change keeps the exact shape that the imported record gave it. */
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { sameValue } from '@/lib/protocols/same-value'

/**
 * The record's own value where what it was read as (`before`) is still what holds (`after`), part by part; else what
 * holds. Undefined: the record has no such field and needs none.
 */
export function keepSpelling(recordValue: Json | undefined, before: Json | undefined, after: Json): Json | undefined {
  if (before !== undefined && sameValue(before, after)) return recordValue
  if (Array.isArray(recordValue) && Array.isArray(before) && Array.isArray(after)) {
    return recordValue.length === after.length && before.length === after.length
      ? after.map((each, index) => keepSpelling(recordValue[index], before[index], each) ?? each)
      : after
  }
  return isRecord(recordValue) && isRecord(before) && isJsonRecord(after)
    ? keepFields(recordValue, before, after)
    : after
}

/** Field by field; fields that the record has beyond those stay out. */
export function keepFields(recordFields: JsonRecord, before: JsonRecord, after: JsonRecord): JsonRecord {
  const fieldEntries = Object.entries(after).flatMap(([field, value]) => {
    const keptValue = keepSpelling(recordFields[field], before[field], value)
    return keptValue === undefined ? [] : [[field, keptValue] as const]
  })
  return Object.fromEntries(fieldEntries)
}

const isRecord = (value: Json | undefined): value is JsonRecord => value !== undefined && isJsonRecord(value)

/**
 * For each row after a change, which row before it is: the one with the same text, else the one in the same place if no
 * other takes it, else none.
 */
export function alignRows(before: readonly string[], after: readonly string[]): (number | null)[] {
  const free = new Set(before.keys())
  const take = (index: number | undefined): number | null => {
    if (index === undefined || !free.has(index)) return null
    free.delete(index)
    return index
  }
  const same = after.map((text) => take([...free].find((index) => before[index]?.trim() === text.trim())))
  return same.map((found, index) => found ?? (before.length === after.length ? take(index) : null))
}
