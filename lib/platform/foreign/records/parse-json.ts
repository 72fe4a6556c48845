/**
 * Strict JSON with one exception: Python writes missing numbers as bare NaN, which is read as null and said so. How such
 * numbers were written is kept, as it is of those with more digits than can be held (exact-numbers.ts).
 */
import { randomUUID } from 'node:crypto'
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { withoutOuter } from '@/lib/text/without-ending'
import { type Container, noteWritten, readToken } from './exact-numbers'
import { fieldWithin } from './field-within'
import { findJsonFault, type JsonFault } from './find-json-fault'
import { MAX_DEPTH } from './limits'

export type ParsedJson = { ok: true; value: Json; notes: RecordProblem[] } | ({ ok: false } & JsonFault)

// A string, so that what it contains is skipped; one of the words; or a number.
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b|-?\d[\d.]*(?:[eE][+-]?\d+)?/g
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
// Marks the places until their paths are known. No text can hold it by accident or on purpose.
const MARK = `assay-number-${randomUUID()} `

/** Parses one JSON text. Bare NaN, Infinity and -Infinity outside strings become null, with a note naming the field. */
export function parseJson(text: string): ParsedJson {
  const value = parsed(text)
  // No shorter number loses any digit; nearly every record is spared the search.
  if (value !== undefined && !/\d[\d.]{15}|\d[eE]-?\d{3}/.test(text)) return { ok: true, value, notes: [] }
  if (value === undefined && !/NaN|Infinity/.test(text)) return { ok: false, ...findJsonFault(text) }
  const marked = text.replace(TOKEN, (token) => (isLost(token) ? JSON.stringify(MARK + token) : token))
  if (marked === text) {
    return value === undefined ? { ok: false, ...findJsonFault(text) } : { ok: true, value, notes: [] }
  }
  const again = parsed(marked)
  if (again !== undefined) return unmark(again)
  // The mark is longer than what it stands for: say where the fault is in the text as it came.
  return { ok: false, ...findJsonFault(text.replace(TOKEN, blankOut)) }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Would the number not be written again as it stands here? */
function isLost(token: string): boolean {
  if (token.startsWith('"')) return false
  if (/[NI]/.test(token)) return true
  return NUMBER.test(token) && digits(token) !== digits(String(Number(token)))
}

/** The digits that count, whatever the notation. */
const digits = (number: string) => withoutOuter(number.replace(/[eE].*|[-.]/g, ''), '0')

// A number of the same length.
const blankOut = (found: string) => (/^-?[NI]/.test(found) ? '1'.repeat(found.length) : found)

function unmark(value: Json): ParsedJson {
  const notes: RecordProblem[] = []
  const root = [value]
  unmarkIn(root, '0', '', 0, notes)
  return { ok: true, value: root[0] ?? null, notes }
}

/** Puts the numbers in the place of their marks, under a key of an object or list and in all that it holds. */
function unmarkIn(container: Container, key: string, field: string, depth: number, notes: RecordProblem[]): void {
  const value = Reflect.get(container, key) as Json
  if (typeof value === 'string' && value.startsWith(MARK)) {
    const token = value.slice(MARK.length)
    const read = readToken(token)
    // Defined, not set: a field may be called __proto__.
    Reflect.defineProperty(container, key, { enumerable: true, configurable: true, writable: true, value: read })
    noteWritten(container, key, token)
    notes.push(noteOn(field, read))
  }
  // Whatever is deeper is refused.
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  for (const inner of Object.keys(value)) unmarkIn(value, inner, fieldWithin(value, field, inner), depth + 1, notes)
}

const noteOn = (field: string, read: number | null): RecordProblem =>
  read === null
    ? {
        field,
        message:
          'A bare NaN or Infinity stands here, which is not JSON; it was read as null, and is written back as it stands.',
        fix: 'Nothing to do if the value is missing; otherwise write it in.',
      }
    : {
        field,
        message: `This number has more digits than can be computed with: it was read as ${read}, and is written back as it stands.`,
        fix: 'Put it in double quotes as a text if every digit counts, as in an id.',
      }
