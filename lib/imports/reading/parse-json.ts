/** Strict JSON with one exception: Python writes missing numbers as bare NaN, which is read as null and said so. */
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { findJsonFault, type JsonFault } from './find-json-fault'

export type ParsedJson = { ok: true; value: Json; notes: RecordProblem[] } | ({ ok: false } & JsonFault)

// A string, so that what it contains is skipped, or one of the words.
const STRING_OR_NAN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g
// A text that cannot be typed by accident marks the places until their paths are known.
const MARK = '\u{F0000}assay-not-a-number\u{F0000}'

/** Parses one JSON text. Bare NaN, Infinity and -Infinity outside strings become null, with a note naming the field. */
export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as Json, notes: [] }
  } catch {
    const marked = /NaN|Infinity/.test(text)
      ? text.replace(STRING_OR_NAN, (found) => (found.startsWith('"') ? found : JSON.stringify(MARK)))
      : text
    if (marked === text) return { ok: false, ...findJsonFault(text) }
    try {
      const notes: RecordProblem[] = []
      const value = unmark(JSON.parse(marked) as Json, '', notes)
      return { ok: true, value, notes }
    } catch {
      // The mark is longer than what it stands for: say where the fault is in the text as it came.
      return { ok: false, ...findJsonFault(text.replace(STRING_OR_NAN, blankOut)) }
    }
  }
}

// A number of the same length.
const blankOut = (found: string) => (found.startsWith('"') ? found : '1'.repeat(found.length))

function unmark(value: Json, path: string, notes: RecordProblem[]): Json {
  if (value === MARK) {
    notes.push({
      field: path,
      message: 'A bare NaN or Infinity stands here, which is not JSON; it was read as null.',
      fix: 'Nothing to do if the value is missing; otherwise write it in.',
    })
    return null
  }
  if (Array.isArray(value)) return value.map((element, index) => unmark(element, `${path}[${index}]`, notes))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, unmark(inner, path ? `${path}.${key}` : key, notes)]),
  )
}
