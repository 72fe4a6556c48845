import { escapeText, isUnstorable } from '@/lib/text/escape-text'

/** The path of a field of an object, or of an entry of a list, as in `a.b[2].c`; always a text that can be stored. */
export function fieldWithin(container: object, field: string, key: string): string {
  if (Array.isArray(container)) return `${field}[${key}]`
  const name = isUnstorable(key) ? escapeText(key) : key
  return field ? `${field}.${name}` : name
}
