import type { Json } from '@/lib/protocols/protocol'

const STRING_OR_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b|-?\d[\d.]*(?:[eE][+-]?\d+)?/g

/** One JSON text in one form, whatever its white space, escapes and order of fields; numbers keep every digit, and NaN stays. */
export function normalJson(text: string): string {
  const quoted = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : JSON.stringify(exact(token)),
  )
  return JSON.stringify(sorted(JSON.parse(quoted) as Json))
}

/** The normal forms of all lines. */
export const normalLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(normalJson)

/** A text that no string of a fixture is. */
const exact = (token: string): string => {
  const short = String(Number(token))
  const digits = (number: string) => number.replace(/[eE].*|[-.]/g, '').replace(/^0+|0+$/g, '')
  return `number ${digits(token) === digits(short) ? short : token}`
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([key, inner]) => [key, sorted(inner)]))
}
