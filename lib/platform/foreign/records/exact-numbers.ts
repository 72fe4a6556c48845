/**
 * Numbers of a record that JavaScript cannot hold: bare NaN and Infinity, which Python writes and which are read as null,
 * and numbers with more digits than a double keeps. How they were written is noted on the object or list they stand in, under a
 * symbol, so that a copy of its fields takes the note along, and `exactJson` writes them as they were.
 */
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'

const WRITTEN = Symbol('numbers as they were written')

/** A list or an object of JSON. */
export type Container = Json[] | { [key: string]: Json }
/** Notes how the number under a key of a list or object was written. */
export function noteWritten(container: Container, key: string, token: string): void {
  const writtenNumbers = writtenIn(container)
  if (writtenNumbers) writtenNumbers.set(key, token)
  // Fields that can be listed are what a copy of an object takes along.
  else Reflect.defineProperty(container, WRITTEN, { enumerable: true, value: new Map([[key, token]]) })
}

function writtenIn(value: Json | undefined): Map<string, string> | null {
  if (typeof value !== 'object' || value === null) return null
  const written: unknown = Reflect.get(value, WRITTEN)
  return written instanceof Map ? written : null
}

/** What a number as it was written is read as. */
export const readToken = (token: string): number | null => (/[NI]/.test(token) ? null : Number(token))

/** The same notes on a copy of an object or list whose keys may have been changed by `rename`; null: the key is not in the copy. */
export function copyWritten(
  from: Container,
  to: Container,
  rename: (key: string) => string | null = (key) => key,
): void {
  for (const [key, token] of writtenIn(from) ?? []) {
    const renamed = rename(key)
    if (renamed !== null) noteWritten(to, renamed, token)
  }
}

/** The note on one key of an object or list, for a key of another that holds the same value. */
export function copyWrittenEntry(from: Container, key: string, to: Container, toKey: string): void {
  const token = writtenIn(from)?.get(key)
  if (token !== undefined) noteWritten(to, toKey, token)
}

/**
 * JSON in which numbers stand as they were written. Beside the notes on the value itself, those of `like` hold, the record
 * that it was made from: where the same number, or null, still stands at the same place.
 */
export const exactJson = (value: Json, like?: Json): string =>
  isNoted(value) || isNoted(like) ? writeExactly(value, like) : JSON.stringify(value)

/** Does a note on a number stand anywhere in the value? In nearly no record one does. */
function isNoted(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (writtenIn(value)) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value)) if (isNoted(inner)) return true
  return false
}

function writeExactly(value: Json, like?: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entryOf = (key: string, inner: Json) => exactEntry({ value, like }, key, inner)
  if (Array.isArray(value)) return `[${value.map((inner, index) => entryOf(String(index), inner ?? null)).join(',')}]`
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${entryOf(key, inner)}`).join(',')}}`
}

interface Pair {
  value: Json
  like?: Json | undefined
}

/** One field of an object, or entry of a list, as `exactJson` writes it. */
export function exactEntry({ value, like }: Pair, key: string, inner: Json): string {
  const other = isAlike(value, like) ? like : undefined
  const token = writtenIn(value)?.get(key) ?? writtenIn(other)?.get(key)
  if (token !== undefined && readToken(token) === inner) return token
  return writeExactly(inner, other === undefined ? undefined : ownOf(other, key))
}

/** Of lists of different lengths, places do not tell which entry is which. */
const isAlike = (value: Json, like: Json | undefined): like is Container =>
  Array.isArray(value) ? Array.isArray(like) && like.length === value.length : like !== undefined && isJsonRecord(like)

const ownOf = <T>(container: { [key: string]: T } | T[], key: string): T | undefined =>
  Object.hasOwn(container, key) ? (Reflect.get(container, key) as T) : undefined
