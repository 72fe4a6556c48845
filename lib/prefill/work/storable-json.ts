import { storable } from '@/lib/search/decode-text'

/** The same value with only such characters as PostgreSQL stores: models say everything. Keys too. */
export function storableJson<T>(value: T): T {
  const text = JSON.stringify(value)
  if (text === undefined) return value
  return JSON.parse(text, (_, entry: unknown) => {
    if (typeof entry === 'string') return storable(entry)
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry
    return Object.fromEntries(Object.entries(entry).map(([key, one]) => [storable(key), one]))
  })
}
