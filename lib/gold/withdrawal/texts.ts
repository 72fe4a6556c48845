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

/** A text with each of `texts` in it replaced by its hash; also where it stands as JSON writes it. */
export function withoutTexts(whole: string, texts: readonly string[]): string {
  let left = whole
  for (const text of texts)
    for (const form of new Set([text, inJson(text)]))
      if (left.includes(form)) left = left.replaceAll(form, hashOf(text))
  return left
}

/** Does one of the texts stand in it, in either form? */
export const holdsText = (whole: string, texts: readonly string[]): boolean =>
  texts.some((text) => whole.includes(text) || whole.includes(inJson(text)))
