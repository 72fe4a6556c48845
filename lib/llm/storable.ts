import type { Json } from '@/lib/protocols/protocol'

/**
 * A text as it can be stored and sent on: without NUL, and with U+FFFD for half a surrogate pair. Models come up with
 * either; neither is a character.
 */
export function storableText(text: string): string {
  // With the u flag, a surrogate is matched only where its other half is missing.
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** JSON whose texts, written with escapes, cannot be stored either, is written anew; any other stays as it was. */
export function storableJson(text: string): string {
  const plain = storableText(text)
  if (!/\\u(0000|d[89a-f])/i.test(plain)) return plain
  return JSON.stringify(storableValue(JSON.parse(plain)))
}

function storableValue(value: Json): Json {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [storableText(key), storableValue(part)]))
}
