/** What a release that was made again without an item has more than others. Pure. */
import { z } from 'zod'
import { withdrawnSchema } from '@/lib/workspace/items/withdrawn/contract'

/** The list of checksums of what is there; with a number behind it, as it was before the first withdrawal, the second, ... */
export const SUMS_PATH = 'SHA256SUMS'
/** As it was when the release was made; its checksum is the release's digest. */
export const FIRST_SUMS = `${SUMS_PATH}.1`
/** One line for each item that was withdrawn after the release was made. */
export const WITHDRAWN_PATH = 'withdrawn.jsonl'

export const withdrawnItemSchema = withdrawnSchema.extend({
  item: z.number().int().meta({ description: 'The item’s position' }),
  id: z.string().nullable().meta({ description: 'The item’s id in the files that it came from' }),
})
export type WithdrawnItem = z.infer<typeof withdrawnItemSchema>

export const withdrawnLine = ({ item, id, reason, erratum, at }: WithdrawnItem): string =>
  `${JSON.stringify({ item, id, reason, erratum, at })}\n`
