/**
 * JSON of the database, read for a page. What an earlier version wrote, or something else did, may have another shape: one
 * such value is left out and logged, and takes no page away on which others stand.
 */
import 'server-only'
import { z } from 'zod'
import { log } from './log'

/** What the value is of, for the log: "plan of run 0190..." */
export type StoredAs = `${string} of ${string}`

/** The value; null where it cannot be read. */
export function readStored<T>(schema: z.ZodType<T>, value: unknown, what: StoredAs): T | null {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  log.error('a stored value cannot be read', { what, cause: read.error.message })
  return null
}

/** The entries that can be read; none where it is no list. */
export function readStoredList<T>(schema: z.ZodType<T>, value: unknown, what: StoredAs): T[] {
  const entries = readStored(z.array(z.unknown()), value, what) ?? []
  return entries.flatMap((entry) => {
    const read = readStored(schema, entry, what)
    return read === null ? [] : [read]
  })
}

/** What `tell` says of stored data; `otherwise` where it stumbles over its shape. */
export function tellStored<T>(what: StoredAs, tell: () => T, otherwise: T): T {
  try {
    return tell()
  } catch (error) {
    log.error('a stored value that cannot be read could not be described', { what, cause: String(error) })
    return otherwise
  }
}
