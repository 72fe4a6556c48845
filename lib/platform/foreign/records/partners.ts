/**
 * Records that have partners in second files: how a partner is found by its key, how it becomes a field of the record, and the record again
 * without it. Where a partner stood in its file is kept in the record. Pure.
 */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'
import { fieldName, valueAt, writtenPointer } from '@/lib/protocols/language/pointers'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { type JoinedFile, PARTNER_PLACES, type RecordProblem } from '@/lib/protocols/records'
import { copyWritten, exactEntry } from './exact-numbers'

/** By the name of each second file in the protocol, the line on which the partner began, from 1. */
const placesSchema = z.record(z.string(), z.int())
export type PartnerPlaces = z.infer<typeof placesSchema>

/** The partners of a record that were laid beside it as it was read; none of a record that was written with what it needs. */
export const partnerPlaces = (record: Json): PartnerPlaces =>
  isJsonRecord(record) ? placesSchema.catch({}).parse(record[PARTNER_PLACES] ?? {}) : {}

/** Is this a name of the second file? */
export function isNamedSo({ file }: Pick<JoinedFile, 'file'>, name: string): boolean {
  const [first = '', ...others] = file.split('*')
  if (others.length === 0) return name === file
  if (!name.startsWith(first)) return false
  const last = others.at(-1) ?? ''
  let from = first.length
  for (const part of others.slice(0, -1)) {
    const index = name.indexOf(part, from)
    if (index < 0) return false
    from = index + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}

export type PartnerKey = { ok: true; key: string | null } | ({ ok: false } & RecordProblem)

/** The key of a record as it was written, null where it has none: a number and the same digits as a text are one key. */
export function partnerKey(record: JsonRecord, pointer: readonly string[]): PartnerKey {
  const value = valueAt(record, pointer) ?? null
  if (value === null || value === '') return { ok: true, key: null }
  if (typeof value === 'object') {
    const field = fieldName(pointer)
    return {
      ok: false,
      field,
      message: `${field} is ${Array.isArray(value) ? 'a list' : 'an object'}, and records of several files are put together by it.`,
      fix: 'Write a text or a number, or name another field under record.join.',
    }
  }
  if (typeof value !== 'number') return { ok: true, key: String(value) }
  const holder = valueAt(record, pointer.slice(0, -1))
  const written = exactEntry({ value: holder ?? null }, pointer.at(-1) ?? '', value)
  return { ok: true, key: written }
}

/** A partner that was found. */
export interface Partner {
  name: string
  /** In its file, from 1. */
  line: number
  value: JsonRecord
}

/** The record with its partners as fields behind its own. */
export function withPartners(record: JsonRecord, partners: readonly Partner[]): JsonRecord {
  if (partners.length === 0) return record
  const places = Object.fromEntries(partners.map(({ name, line }) => [name, line]))
  const fields = Object.fromEntries(partners.map(({ name, value }) => [name, value]))
  return { ...record, ...fields, [PARTNER_PLACES]: places }
}

/** The record as it stood in its own file. Under a protocol without second files every field is the record's own. */
export function withoutPartners(record: Json, join: readonly Pick<JoinedFile, 'name'>[]): Json {
  const places = partnerPlaces(record)
  const names = join.map(({ name }) => name).filter((name) => Object.hasOwn(places, name))
  if (names.length === 0 || !isJsonRecord(record)) return record
  const isOwn = (field: string) => field !== PARTNER_PLACES && !names.includes(field)
  const recordFields: JsonRecord = Object.fromEntries(Object.entries(record).filter(([field]) => isOwn(field)))
  copyWritten(record, recordFields, (field) => (isOwn(field) ? field : null))
  return recordFields
}

/** Why no partner can become a field of the record; null where nothing is in the way. */
export function takenProblem(join: readonly JoinedFile[], record: JsonRecord): RecordProblem | null {
  const name = [...join.map((each) => each.name), PARTNER_PLACES].find((field) => Object.hasOwn(record, field))
  if (name === undefined) return null
  return {
    field: name,
    message: `The record has a field "${name}", under which what belongs to it in a second file is put.`,
    fix: 'Give record.join another name for it, or take the field out of the records.',
  }
}

/** What is said of a record that must have a partner, and has none. */
export function missingProblem(
  { by, key: place, file }: JoinedFile,
  key: string | null,
  partnerFile: string | null,
): RecordProblem {
  const field = fieldName(by)
  if (partnerFile === null)
    return {
      field,
      message: `The record belongs to one of ${file}, and no such file came with it.`,
      fix: `Choose both files together: this one and ${file}.`,
    }
  const message =
    key === null
      ? `${field} is missing, by which its record in ${partnerFile} is found.`
      : `${partnerFile} has no record with ${quoted(key)} at ${writtenPointer(place)}.`
  return {
    field,
    message,
    fix: 'Add it there, leave this record out, or let records be without it: optional: true under record.join.',
  }
}

const LONGEST_KEY = 60
export const quoted = (key: string): string => `"${key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key}"`
