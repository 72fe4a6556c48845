/** Reads the fields of an imported record, noting every problem by name instead of stopping at the first. */

import type { z } from 'zod'
import { isBlank } from '@/lib/text/unseen'
import type { Json, RecordProblem } from './protocol'
import { shownValue } from './shown-value'

export type JsonRecord = { [key: string]: Json }

/** Is this JSON value an object with fields? */
export function isJsonRecord(json: Json | undefined): json is JsonRecord {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** The fields that hold something. */
export const withoutNulls = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

/** What a reader says of a line that is no object. */
export const notARecord: RecordProblem = {
  field: 'record',
  message: 'The record is not a JSON object.',
  fix: 'Write one object with named fields per record.',
}

/** What is said of a number, or true or false, that is read as a text. */
export const SCALAR_AS_TEXT = {
  message: 'A number, or true or false, is read as a text.',
  fix: 'Nothing, if it reads as it should in the preview.',
}

/** The fields of one record; `problems` grows as they are read. */
export class RecordFields {
  readonly problems: RecordProblem[] = []

  constructor(readonly record: JsonRecord) {}

  /** Notes a problem. */
  refuse(field: string, message: string, fix: string): null {
    this.problems.push({ field, message, fix })
    return null
  }

  /** A text that must be there and hold more than blanks; null after noting why it cannot be used. */
  text(field: string): string | null {
    const value = this.record[field] ?? null
    if (value === null) return this.refuse(field, `${field} is missing.`, `Add ${field} as a text.`)
    if (typeof value !== 'string') return this.refuse(field, `${field} is ${kindOf(value)}.`, 'Write it as a text.')
    return isBlank(value) ? this.refuse(field, `${field} is empty.`, `Add the text of ${field}.`) : value
  }

  /** A text of somebody's own table, where a number, true or false is one too; `warnings` grows by what was read so. */
  ownText(field: string, warnings: RecordProblem[]): string | null {
    const value = this.record[field] ?? null
    if (typeof value !== 'number' && typeof value !== 'boolean') return this.text(field)
    warnings.push({ field, ...SCALAR_AS_TEXT })
    return String(value)
  }

  /** A text or number that may be missing, as text. */
  optionalText(field: string): string | null {
    const value = this.record[field] ?? null
    if (value === null || value === '') return null
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    return this.refuse(field, `${field} is ${kindOf(value)}.`, 'Write it as a text, or leave it out.')
  }

  /** One of a few texts; `fallback` stands in for a missing one, and null means that it must be there. */
  oneOf<Value extends string>(field: string, values: readonly Value[], fallback: Value | null): Value | null {
    const rawValue = this.record[field] ?? null
    const value = values.find((each) => each === rawValue)
    if (value !== undefined) return value
    const fix = `Use one of: ${values.join(', ')}.`
    if (rawValue !== null && rawValue !== '') return this.refuse(field, `${field} is ${describeValue(rawValue)}.`, fix)
    return fallback ?? this.refuse(field, `${field} is missing.`, fix)
  }

  /** One of the values; null where it is missing, `""` or null, or where it is another, which is refused. */
  optionalOneOf<Value extends string>(field: string, values: readonly Value[]): Value | null {
    const rawValue = this.record[field] ?? null
    return rawValue === null || rawValue === '' ? null : this.oneOf(field, values, null)
  }

  /** A list, entry by entry checked. Missing, null, `""` and `[]` all mean that there is none: null. */
  list<Entry extends Json>(field: string, isEntry: (entry: Json) => entry is Entry, entryFix: string): Entry[] | null {
    const value = this.record[field] ?? null
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
    if (!Array.isArray(value)) {
      return this.refuse(field, `${field} is ${kindOf(value)}, not a list.`, 'Write a list, or [] for none.')
    }
    const entries = value.filter((entry, index): entry is Entry => {
      if (isEntry(entry)) return true
      this.refuse(`${field}[${index}]`, `${field}[${index}] is ${describeValue(entry)}.`, entryFix)
      return false
    })
    return entries.length === value.length ? entries : null
  }

  /** The entries of a list that are in a shape; of the others all that is wrong is noted, each at its place. */
  inShape<Entry>(field: string, entries: readonly Json[], shape: z.ZodType<Entry>, fix: string): Entry[] {
    return entries.flatMap((entry, index) => {
      const read = shape.safeParse(entry)
      if (read.success) return [read.data]
      for (const { path, message } of read.error.issues) {
        const place = [`${field}[${index}]`, ...path.map(String)].join('.')
        this.refuse(place, `${place}: ${message}.`, fix)
      }
      return []
    })
  }
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return { object: 'an object', string: 'a text', number: 'a number', boolean: 'true or false' }[
    typeof value as 'object' | 'string' | 'number' | 'boolean'
  ]
}

const describeValue = (value: Json): string => (typeof value === 'object' ? kindOf(value) : shownValue(value))

/** Guards for the entries of a list. */
export const isText = (entry: Json): entry is string => typeof entry === 'string'
export const isTextOrNull = (entry: Json): entry is string | null => entry === null || typeof entry === 'string'
export const isBoolean = (entry: Json): entry is boolean => typeof entry === 'boolean'
