/** Which texts an item has that can be found where they are quoted. Pure. */
import { createHash } from 'node:crypto'
import type { Json } from '@/lib/protocols/protocol'

/** Shorter ones stand everywhere by chance; in the rows of the item they go all the same. */
export const LEAST_CHARACTERS = 20

/** What stands in the place of a text, as `withdrawn_text` of the database writes it. */
export const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** Every text in a value, and every name in it. */
export function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return Object.entries(value).flatMap(([key, part]) => [key, ...(part === undefined ? [] : stringsIn(part))])
}

/** Every text in a value that is no name in it. */
export function valuesIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((part) => (part === undefined ? [] : valuesIn(part)))
}

/** Long enough to be no chance, and no id, address or checksum. */
export const isFindable = (text: string): boolean =>
  [...text].length >= LEAST_CHARACTERS && !/^[\x21-\x7e]+$/.test(text)

/** As a text stands within JSON, as PostgreSQL and `JSON.stringify` write it. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Longest first, so that none is cut in two by another that is a part of it. */
export const longestFirst = (texts: Iterable<string>): string[] =>
  [...new Set(texts)].toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))

/** A string of JSON, quotes included. */
const LITERAL = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/**
 * A text with each of `texts` in it replaced by its hash; also where it stands as JSON writes it, and in the strings of a text that is JSON
 * itself. That stays JSON, unless a text is a piece of its syntax.
 */
export function withoutTexts(whole: string, texts: readonly string[]): string {
  const isJson = isJsonText(whole)
  let left = isJson ? withoutTextsInJson(whole, texts) : whole
  for (const text of texts)
    for (const form of new Set([text, inJson(text)])) left = replaceForm(left, form, hashOf(text), isJson)
  return left
}

function replaceForm(whole: string, form: string, hash: string, isJson: boolean): string {
  if (!whole.includes(form)) return whole
  return whole.replaceAll(form, (found, at: number) => (isJson && isEscaped(whole, at) ? found : hash))
}

/**
 * JSON, or lines or YAML whose texts are written as in JSON, with each of `texts` replaced by its hash in the values of strings, however
 * they are escaped: a text is never looked for across the end of an escape sequence. Every other byte stays, numbers among them.
 */
export function withoutTextsInJson(json: string, texts: readonly string[]): string {
  const isQuoted = texts.some((text) => json.includes(text))
  return json.replaceAll(LITERAL, (literal) => {
    const isPlain = !literal.includes('\\')
    if (isPlain && !isQuoted) return literal
    const said: string = isPlain ? literal.slice(1, -1) : JSON.parse(literal)
    const left = withoutTexts(said, texts)
    return left === said ? literal : JSON.stringify(left)
  })
}

/** Is the character before it the backslash that begins an escape sequence? */
function isEscaped(json: string, at: number): boolean {
  let from = at
  while (json[from - 1] === '\\') from -= 1
  return (at - from) % 2 === 1
}

function isJsonText(text: string): boolean {
  if (!/^\s*[{["]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Does one of the texts stand in it, in either form? */
export const holdsText = (whole: string, texts: readonly string[]): boolean =>
  texts.some((text) => whole.includes(text) || whole.includes(inJson(text)))
