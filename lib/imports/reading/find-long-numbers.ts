import type { Json, RecordProblem } from '@/lib/protocols/protocol'

// A string, so that what it contains is skipped, or a number.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g

/**
 * Notes on numbers of a JSON text that hold more digits than a double keeps, 2^53 + 1 and above: an export gives them
 * back as they were read. `value` is what the text was parsed to.
 */
export function findLongNumbers(text: string, value: Json): RecordProblem[] {
  // No shorter number loses any; nearly every record is spared the search.
  if (!/\d[\d.]{15}/.test(text)) return []
  const changed = new Set<number>()
  for (const [token] of text.matchAll(STRING_OR_NUMBER))
    if (!token.startsWith('"') && digits(token) !== digits(String(Number(token)))) changed.add(Number(token))
  return changed.size > 0 ? notesOn(value, '', changed) : []
}

/** The digits that count, whatever the notation. */
const digits = (number: string) => number.replace(/[eE].*|[-.]/g, '').replace(/^0+|0+$/g, '')

function notesOn(value: Json, path: string, changed: ReadonlySet<number>): RecordProblem[] {
  if (typeof value === 'number') return changed.has(value) ? [noteOn(value, path)] : []
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((inner, index) => notesOn(inner, `${path}[${index}]`, changed))
  return Object.entries(value).flatMap(([key, inner]) => notesOn(inner, path ? `${path}.${key}` : key, changed))
}

const noteOn = (value: number, field: string): RecordProblem => ({
  field,
  message: `This number has more digits than can be kept: it was read as ${value}.`,
  fix: 'Put it in double quotes as a text if every digit counts, as in an id.',
})
