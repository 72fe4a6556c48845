import { z } from 'zod'
import type { Issue } from './problem'

const UNSTORABLE = /\0|\p{Surrogate}/u
export const UNSTORABLE_TEXT = 'This text holds characters that cannot be stored (NUL or half a character pair).'

/** PostgreSQL stores neither NUL nor half a character pair: where the value holds one, or null. */
export function unstorableIn(value: unknown, path = ''): Issue | null {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? { path, message: UNSTORABLE_TEXT } : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, entry] of Object.entries(value)) {
    const found = unstorableIn(key, `${path}.${key}`) ?? unstorableIn(entry, `${path}.${key}`)
    if (found) return found
  }
  return null
}

/** Can PostgreSQL store it? */
export const isStorable = (value: unknown): boolean => unstorableIn(value) === null

/** A name in one line: with something to see in it, and nothing that hides or turns text around. */
export const nameText = (missing: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, missing)
    .regex(
      /^[^\p{Cc}\u200B\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]*$/u,
      'Leave out control characters and marks that are not seen.',
    )
