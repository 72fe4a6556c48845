import { isUtf8 } from 'node:buffer'
import { findRepeatedKey, type RepeatedKey } from './find-repeated-key'
import { inspectValue } from './inspect-value'
import { parseJson } from './parse-json'
import type { Piece } from './pieces'
import { type SourceEntry, sourceProblem, sourceRecord, tooLong } from './source-entry'

/** Turns the bytes of one JSON record into the record, or into the one thing that keeps it from being read. */
export function parsePiece({ line, bytes }: Piece, takesTexts = false): SourceEntry {
  if (bytes === null) return tooLong(line)
  if (bytes.length === 0) {
    return sourceProblem(
      line,
      'not-json',
      'There is a comma too many here: nothing stands before or after it.',
      'Remove the comma.',
    )
  }
  if (!isUtf8(bytes)) return notUtf8(line)
  const raw = bytes.toString('utf8')
  if (raw.includes('\0')) {
    return sourceProblem(
      line,
      'control-character',
      'The record contains a NUL byte.',
      'Remove it, or save the file as UTF-8 text.',
    )
  }
  const parsed = parseJson(raw)
  if (!parsed.ok) return unparsed(line, raw, parsed.at, parsed.reason)
  const { value, notes } = parsed
  if (takesTexts && typeof value === 'string') return textRecord(line, value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    const what = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`
    return sourceProblem(
      line,
      'not-an-object',
      `A record is expected here, but this is ${what}.`,
      'Write each record as an object in braces.',
    )
  }
  const problem = inspectValue(value)
  if (problem) return { ok: false, line, ...problem }
  const repeated = findRepeatedKey(raw, value)
  if (repeated) return repeatedKey(line, raw, repeated)
  return sourceRecord({ line, raw, value, notes })
}

/** The field of a record that is nothing but a text. */
export const TEXT_FIELD = 'text'

function textRecord(line: number, text: string): SourceEntry {
  const value = { [TEXT_FIELD]: text }
  return sourceRecord({ line, raw: JSON.stringify(value), value, notes: [] })
}

/** A line of plain text as a record. */
export function parseTextPiece({ line, bytes }: Piece): SourceEntry {
  if (bytes === null) return tooLong(line)
  return isUtf8(bytes) ? textRecord(line, bytes.toString('utf8')) : notUtf8(line)
}

function repeatedKey(line: number, raw: string, { field, key, at }: RepeatedKey): SourceEntry {
  const message = `The field "${key}" stands twice in one object.`
  return sourceProblem(lineOf(line, raw, at), 'repeated-key', message, 'Remove or rename one of the two.', field)
}

/** The line of the file that a place in the record is on. */
const lineOf = (line: number, raw: string, index: number) => line + raw.slice(0, index).split('\n').length - 1

export const notUtf8 = (line: number) =>
  sourceProblem(line, 'encoding', 'The text is not valid UTF-8.', 'Save the file as UTF-8 and upload it again.')

function unparsed(line: number, raw: string, index: number, reason: string): SourceEntry {
  if (index >= raw.length) {
    return sourceProblem(
      line,
      'truncated',
      'The record ends in the middle.',
      'Close the quotation mark or bracket that is open there. Where the file ends with it, it is cut off: export or copy it again.',
    )
  }
  const column = index - raw.slice(0, index).lastIndexOf('\n')
  return sourceProblem(
    lineOf(line, raw, index),
    'not-json',
    `This is not JSON at column ${column}: ${reason}.`,
    'Correct the record there; a JSON checker shows the place.',
  )
}
