/** JSON pointers into records. A segment `*` stands for the only key of an object, whatever it is called. */
import type { Json } from '@/lib/protocols/answers'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import type { Pointer } from './definition'

/** The segments of a pointer as it is written: `/a/b`, or `a/b` within an entry; a `[]` at its end is left out. */
export function parsePointer(written: string): Pointer {
  const path = written.replace(/\[\]$/, '').replace(/^\//, '')
  return path === '' ? [] : path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** As it is written from the record on. */
export const writtenPointer = (pointer: Pointer): string =>
  pointer.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** As problems name fields: `annotations[2].label`. */
export const fieldName = (path: readonly (string | number)[]): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')

/** The name of the field at a place in a record. */
export const fieldAt = (pointer: Pointer): string =>
  fieldName(pointer.map((part) => (/^\d+$/.test(part) ? Number(part) : part)))

/** What stands there; undefined where nothing does. */
export function valueAt(json: Json | undefined, pointer: Pointer): Json | undefined {
  let found = json
  for (const segment of pointer) {
    const key = keyIn(found, segment)
    if (key === null) return undefined
    found = Array.isArray(found) ? found[Number(key)] : (found as JsonRecord)[key]
  }
  return found
}

/** The key that a segment means in this value; null where it has no such. */
function keyIn(json: Json | undefined, segment: string): string | null {
  if (Array.isArray(json)) return /^\d+$/.test(segment) && Number(segment) < json.length ? segment : null
  if (!isJsonRecord(json)) return null
  if (segment === '*') {
    const [only, ...others] = Object.keys(json)
    return only !== undefined && others.length === 0 ? only : null
  }
  return Object.hasOwn(json, segment) ? segment : null
}

/**
 * A copy of the value with another at this place; objects that are missing on the way are made. The value itself where there
 * is no way there, such as through a text.
 */
export function withValueAt(json: Json | undefined, pointer: Pointer, value: Json): Json {
  const [segment, ...rest] = pointer
  if (segment === undefined) return value
  if (Array.isArray(json)) {
    if (!/^\d+$/.test(segment)) return json
    const copy = [...json]
    while (copy.length < Number(segment)) copy.push(null)
    copy[Number(segment)] = withValueAt(copy[Number(segment)], rest, value)
    return copy
  }
  if (json !== undefined && json !== null && !isJsonRecord(json)) return json
  const key = keyIn(json, segment) ?? segment
  const inner = isJsonRecord(json) && Object.hasOwn(json, key) ? json[key] : undefined
  return { ...(isJsonRecord(json) ? json : {}), [key]: withValueAt(inner, rest, value) }
}

/** Is one place the other, or within it? */
export function meets(one: Pointer, other: Pointer): boolean {
  const length = Math.min(one.length, other.length)
  return one.slice(0, length).every((part, index) => part === other[index] || part === '*' || other[index] === '*')
}
