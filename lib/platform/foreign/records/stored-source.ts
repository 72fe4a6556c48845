/**
 * A record as data that can be stored, and back. What PostgreSQL cannot keep is escaped (lib/text/escape-text.ts), what
 * JavaScript cannot hold is noted (exact-numbers.ts); the verbatim record says which. Records without either, nearly all, pass
 * through as they are.
 */
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { countUnstorable, escapeText, isUnstorable, unescapeText } from '@/lib/text/escape-text'
import { copyWritten, exactEntry, exactJson } from './exact-numbers'
import { fieldWithin } from './field-within'

/** The data of a record. */
export interface StoredSource {
  /** All texts in it, field names too, can be stored. */
  value: Json
  /** Were texts escaped? Then all are, and all come back with `originalOf`. */
  escaped: boolean
  /** May numbers be noted in it as they were written? Records without are written as any other JSON. */
  exact: boolean
}

/** JSON writes NUL only with an escape; CSV holds it as it is. */
const SUSPECT = /\0|\\u(?:0000|d[89a-f])/i

/** Data as it was parsed from a text, as data that can be stored; with a note for each field whose text was changed. */
export function storedSource(
  value: Json,
  text: string,
): Pick<StoredSource, 'value' | 'escaped'> & { notes: RecordProblem[] } {
  const notes: RecordProblem[] = []
  if (SUSPECT.test(text)) noteTexts(value, '', notes)
  return { value: notes.length > 0 ? mapTexts(value, escapeText) : value, escaped: notes.length > 0, notes }
}

/** Data made of a stored record, with the texts that the record had. */
export const originalOf = (source: Pick<StoredSource, 'escaped'>, derivedData: Json): Json =>
  source.escaped ? mapTexts(derivedData, unescapeText) : derivedData

/** JSON of data made of a stored record: texts, and numbers that stand where they stood, as they were written there. */
export const originalJson = (source: StoredSource, derivedData: Json): string =>
  source.exact
    ? exactJson(originalOf(source, derivedData), originalOf(source, source.value))
    : JSON.stringify(originalOf(source, derivedData))

/** The fields of a record made of a stored one, each as JSON, by their names. */
export function originalFields(source: StoredSource, derivedData: Json): Map<string, { value: Json; json: string }> {
  const pair = { value: originalOf(source, derivedData), like: originalOf(source, source.value) }
  if (typeof pair.value !== 'object' || pair.value === null) return new Map()
  const fields = Object.entries(pair.value)
  return new Map(fields.map(([key, value]) => [key, { value, json: exactEntry(pair, key, value) }]))
}

/** Every text of a value changed, field names too; notes on numbers stay where they are. */
function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value.map((inner) => mapTexts(inner, change))
    copyWritten(value, list)
    return list
  }
  const record = Object.fromEntries(Object.entries(value).map(([key, inner]) => [change(key), mapTexts(inner, change)]))
  copyWritten(value, record, change)
  return record
}

function noteTexts(value: Json, field: string, notes: RecordProblem[]): void {
  if (typeof value === 'string' && isUnstorable(value)) notes.push(noteOn(field, 'This text holds', value))
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const within = fieldWithin(value, field, key)
    if (isUnstorable(key)) notes.push(noteOn(within, 'This field name holds', key))
    noteTexts(inner, within, notes)
  }
}

function noteOn(field: string, what: string, text: string): RecordProblem {
  const { nul, half } = countUnstorable(text)
  const found = [
    ...(nul > 0 ? [`${nul} NUL ${nul === 1 ? 'character' : 'characters'} (shown as \u2400)`] : []),
    ...(half > 0
      ? [`${half} ${half === 1 ? 'half' : 'halves'} of character pairs (shown as \u2426 and a number)`]
      : []),
  ]
  return {
    field,
    message: `${what} ${found.join(' and ')}, which cannot be stored; exports in the record's own format write it as it was.`,
    fix: 'Nothing to do; remove them from the file if they are there by mistake.',
  }
}
