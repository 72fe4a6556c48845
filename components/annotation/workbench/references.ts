/** Answers to questions of form `references`. */
import type { Json } from '@/lib/protocols/protocol'

/** The keys that an answer to a question of form `references` holds. */
export const referencesIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []

/** The answer with a reference taken in, or out where it is in. */
export function withReference(value: Json | undefined, key: string): Json {
  const keys = referencesIn(value)
  return keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]
}
