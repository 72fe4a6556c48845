/** JSON.parse silently keeps the last of two fields of one name; nobody means that, and the first would be lost. */
import type { Json } from '@/lib/protocols/protocol'

export interface RepeatedKey {
  /** Path of the field, as in `a.b[2].c`. */
  field: string
  key: string
  /** Offset of its second occurrence. */
  at: number
}

/**
 * The first field that an object of a JSON text has twice, or null. `value` is what the text was parsed to: only when
 * it has fewer keys than the text is the text walked token by token.
 */
export function findRepeatedKey(text: string, value: Json): RepeatedKey | null {
  return countKeysIn(text) === countKeys(value) ? null : walk(text)
}

/** Texts followed by a colon; quotes are looked up by the engine, not character by character. */
function countKeysIn(text: string): number {
  let count = 0
  for (let open = text.indexOf('"'); open >= 0; ) {
    let close = text.indexOf('"', open + 1)
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1)
    if (close < 0) return count
    let after = close + 1
    while (text.charCodeAt(after) <= 32) after++
    if (text[after] === ':') count++
    open = text.indexOf('"', after)
  }
  return count
}

function isEscaped(text: string, index: number): boolean {
  let before = index - 1
  while (text[before] === '\\') before--
  return (index - before) % 2 === 0
}

function countKeys(value: Json): number {
  if (value === null || typeof value !== 'object') return 0
  let count = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const inner of Object.values(value)) count += countKeys(inner)
  return count
}

// A text with the colon that makes it a key, or a mark of structure.
const TOKEN = /("[^"\\]*(?:\\[\s\S][^"\\]*)*")(\s*:)?|[{}[\],]/g

/** An object or list that is open at a place of the text. */
interface Open {
  path: string
  /** null for a list. */
  keys: Set<string> | null
  /** The key or index of the value being read. */
  place: string | number
}

function walk(text: string): RepeatedKey | null {
  const open: Open[] = []
  for (const { 0: token, 1: quoted, 2: colon, index: at } of text.matchAll(TOKEN)) {
    const last = open.at(-1)
    if (token === '{') open.push({ path: last ? pathOf(last) : '', keys: new Set(), place: '' })
    else if (token === '[') open.push({ path: last ? pathOf(last) : '', keys: null, place: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && typeof last?.place === 'number') last.place++
    else if (quoted && colon && last?.keys) {
      const key = String(JSON.parse(quoted))
      last.place = key
      if (last.keys.has(key)) return { field: pathOf(last), key, at }
      last.keys.add(key)
    }
  }
  return null
}

function pathOf({ path, place }: Open): string {
  if (typeof place === 'number') return `${path}[${place}]`
  return path ? `${path}.${place}` : place
}
