import { z } from 'zod'
import { isUnstorable } from '@/lib/text/escape-text'
import { hasUnseen } from '@/lib/text/unseen'
import type { Issue } from './problem'

export const UNSTORABLE_TEXT =
  'This text holds a character that is not seen and cannot be stored (NUL, or half of a pair). Delete it, or write the text anew.'

const TOO_DEEP_TEXT = 'This is nested too deeply.'
/** No record of anybody's is as deep; whoever walks what came in must not run out of stack. */
const MAX_DEPTH = 500

/** PostgreSQL stores neither NUL nor half a character pair: where the value holds one or is too deep, or null. */
export function unstorableIn(value: unknown, path = '', depth = 0): Issue | null {
  if (typeof value === 'string') return isUnstorable(value) ? { path, message: UNSTORABLE_TEXT } : null
  if (typeof value !== 'object' || value === null) return null
  // A path of that length would help nobody.
  if (depth > MAX_DEPTH) return { path: path.slice(0, 20), message: TOO_DEEP_TEXT }
  for (const [key, entry] of Object.entries(value)) {
    const found = unstorableIn(key, `${path}.${key}`, depth + 1) ?? unstorableIn(entry, `${path}.${key}`, depth + 1)
    if (found) return found
  }
  return null
}

/** Can PostgreSQL store it? */
export const isStorable = (value: unknown): boolean => unstorableIn(value) === null

/** A day that there is, as YYYY-MM-DD. The calendar knows no year 0, and so PostgreSQL has none. */
export const daySchema = z.iso
  .date('Write the day as YYYY-MM-DD.')
  .refine((day) => day >= '0001-01-01', 'There is no year 0: write the day as YYYY-MM-DD, from 0001-01-01 on.')

/** What an event is called outside of the server (lib/platform/server/event-name.ts). */
export const eventName = z.string().regex(/^[0-9a-f]{32}$/, 'Give the `next` of the page before, or leave this out.')

/** What an uploaded file is called. */
export const fileName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}*$/u, 'A file name cannot contain control characters.')

/** A name in one line: with something to see in it, and nothing that hides or turns text around. */
export const nameText = (missing: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, missing)
    .refine((name) => !hasUnseen(name), UNSEEN_TEXT)

/** What is said of a name in which two could differ without anybody seeing it. */
export const UNSEEN_TEXT = 'Leave out control characters and marks that are not seen.'
