/** Texts that PostgreSQL can keep, whatever models and pages send. */

/** Without NUL, and with U+FFFD for half a surrogate pair: neither is a character. */
export function storableText(text: string): string {
  // With the u flag, a surrogate is matched only where its other half is missing.
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')
}

/** The same value of JSON with such texts only, keys too. */
export function storableValue<T>(value: T): T {
  const text = JSON.stringify(value)
  if (text === undefined) return value
  return JSON.parse(text, (_, entry: unknown) => {
    if (typeof entry === 'string') return storableText(entry)
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
    return Object.fromEntries(Object.entries(entry).map(([key, one]) => [storableText(key), one]))
  })
}

/** JSON whose texts, written with escapes, cannot be stored either, is written anew; any other stays as it was. */
export function storableJson(text: string): string {
  const plain = storableText(text)
  return /\\u(0000|d[89a-f])/i.test(plain) ? JSON.stringify(storableValue(JSON.parse(plain))) : plain
}
