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

/** A text that is looked for, in the forms in which it can stand; its hash is computed when it is found first. */
export class SoughtText {
  readonly forms: readonly string[]
  private known: string | null = null

  /** `more`: forms besides the text itself and the text as JSON writes it. */
  constructor(
    readonly text: string,
    more: readonly string[] = [],
  ) {
    this.forms = longestFirst([text, inJson(text), ...more])
  }

  get hash(): string {
    this.known ??= hashOf(this.text)
    return this.known
  }
}

export const soughtTexts = (texts: readonly string[]): SoughtText[] => texts.map((text) => new SoughtText(text))

/** A string of JSON, quotes included. */
const LITERAL = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/**
 * A text with each of `texts` in it replaced by its hash; also where it stands as JSON writes it, and in the strings of a text that is JSON
 * itself. That stays JSON, unless a text is a piece of its syntax.
 */
export function withoutTexts(whole: string, texts: readonly SoughtText[]): string {
  return isJsonText(whole) ? withoutTextsInSource(whole, texts) : replaceForms(whole, texts, false)
}

/**
 * Source text such as YAML or Python with each of `texts` replaced by its hash, in strings written as in JSON and outside them. A text is
 * not looked for across the end of an escape sequence.
 */
export const withoutTextsInSource = (source: string, texts: readonly SoughtText[]): string =>
  replaceForms(withoutTextsInJson(source, texts), texts, true)

function replaceForms(whole: string, texts: readonly SoughtText[], hasEscapes: boolean): string {
  let left = whole
  for (const sought of texts)
    for (const form of sought.forms) {
      if (!left.includes(form)) continue
      const before = left
      left = before.replaceAll(form, (found, offset: number) =>
        hasEscapes && isEscaped(before, offset) ? found : sought.hash,
      )
    }
  return left
}

/**
 * JSON, or lines or YAML whose texts are written as in JSON, with each of `texts` replaced by its hash in the values of strings, however
 * they are escaped: a text is never looked for across the end of an escape sequence. Every other byte stays, numbers among them.
 */
export function withoutTextsInJson(json: string, texts: readonly SoughtText[]): string {
  const isQuoted = texts.some(({ text }) => json.includes(text))
  return json.replaceAll(LITERAL, (literal) => {
    if (!isQuoted && !literal.includes('\\')) return literal
    const value = unescaped(literal)
    if (value === null) return literal
    const left = withoutTexts(value, texts)
    return left === value ? literal : JSON.stringify(left)
  })
}

/** What a string of JSON says; null of one that is none: YAML and Python have escape sequences and quotation marks of their own. */
function unescaped(literal: string): string | null {
  try {
    return JSON.parse(literal)
  } catch {
    return null
  }
}

/** Is the character before it the backslash that begins an escape sequence? */
function isEscaped(json: string, offset: number): boolean {
  let from = offset
  while (json[from - 1] === '\\') from -= 1
  return (offset - from) % 2 === 1
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

/** Does one of the texts stand in it, also in the strings of one that is JSON? */
export const holdsText = (whole: string, texts: readonly SoughtText[]): boolean => withoutTexts(whole, texts) !== whole
