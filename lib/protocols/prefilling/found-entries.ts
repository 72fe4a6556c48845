/** What runs found, put into the content of an item. */
import type { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'

/** What has the shape; everything else is left out. */
export const foundIn = <Entry>(found: readonly Json[], shape: z.ZodType<Entry>): Entry[] =>
  found.flatMap((entry) => {
    const read = shape.safeParse(entry)
    return read.success ? [read.data] : []
  })

/** The existing entries with new ones behind them: no existing entry moves, since each is known by its place. */
export function withNewEntries<Entry>(
  existing: readonly Entry[],
  found: readonly Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): Entry[] {
  const entries = [...existing]
  for (const entry of found) if (!entries.some((each) => isSame(each, entry))) entries.push(entry)
  return entries
}
