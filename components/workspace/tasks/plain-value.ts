import type { Json } from '@/lib/protocols/protocol'

/** A stored name in words: `errorType` is "error type". */
export const inWords = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** A stored value as plain words, for what no protocol draws in its own way; `textOf`: of what is a text. */
export function plainValue(
  value: Json,
  nameOf: (name: string) => string = inWords,
  textOf: (text: string) => string = String,
): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (value === null) return 'none'
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value)) return value.map((each) => plainValue(each, nameOf, textOf)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${nameOf(name)} ${plainValue(each, nameOf, textOf)}`)
      .join(', ')
  return String(value)
}
