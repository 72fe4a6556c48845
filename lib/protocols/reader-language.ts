/** Which language of a protocol file a reader gets: the first that their browser asks for and that the file has, else the file's own. */
import type { Definition } from './language/definition'

/**
 * Languages in which the file gives any of its texts, its own first. A text in several languages is the only map whose values are texts and that
 * has the file's own language among its keys: the file was refused if it lacked it.
 */
export function languagesOf(definition: Definition): string[] {
  const fileLanguage = definition.language
  const found = new Set([fileLanguage])
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const entries = Object.entries(value)
    const isWords = Object.hasOwn(value, fileLanguage) && entries.every(([, text]) => typeof text === 'string')
    for (const [key, inner] of entries) {
      if (isWords) found.add(key)
      else look(inner)
    }
  }
  look(definition)
  return [...found]
}

/** The languages of an `Accept-Language` header (RFC 9110, section 12.5.4), the most wanted first; those that are refused are left out. */
function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim())
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

const primary = (tag: string) => tag.toLowerCase().split('-')[0]

/** `accepted` is the header of the request. `zh-TW` gets `zh-TW` where the file has it, else another Chinese. */
export function readerLanguage(definition: Definition, accepted: string | null): string {
  const languages = languagesOf(definition)
  for (const tag of acceptedLanguages(accepted ?? '')) {
    const found =
      languages.find((each) => each.toLowerCase() === tag) ?? languages.find((each) => primary(each) === primary(tag))
    if (found !== undefined) return found
  }
  return definition.language
}
