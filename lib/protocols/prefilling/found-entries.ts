/** What runs found, put into the content of an item. */
import type { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'

/** What has the shape; everything else is left out. */
export const foundIn = <Entry>(found: readonly Json[], shape: z.ZodType<Entry>): Entry[] =>
  found.flatMap((entry) => {
    const read = shape.safeParse(entry)
    return read.success ? [read.data] : []
  })

/** What is there with what is new behind it: nothing that is there moves, since it is known by its place. */
export function withNewEntries<Entry>(
  there: readonly Entry[],
  found: readonly Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): Entry[] {
  const entries = [...there]
  for (const entry of found) if (!entries.some((each) => isSame(each, entry))) entries.push(entry)
  return entries
}
