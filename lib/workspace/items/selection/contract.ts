import { z } from 'zod'
import { itemsFilterSchema } from '@/lib/workspace/items/contract'

/** So many items can be named one by one; more are selected by a filter. */
export const MOST_IDS = 10_000

/** Items to do something with: named by their ids, or all that a filter of the list finds. */
export const selectionSchema = z
  .strictObject({
    ids: z.array(z.uuid()).min(1, 'Select an item or more.').max(MOST_IDS, 'Select so many by a filter.').optional(),
    /** As the list of items takes it; `{}` are all items of the project. */
    filter: itemsFilterSchema.optional(),
    /** With `filter`: how many it finds. Where it finds another number by now, nothing is done. */
    expected: z.int32().min(1).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Give either ids or a filter.')
  .refine(({ filter, expected }) => (filter === undefined) === (expected === undefined), {
    path: ['expected'],
    message: 'Give with a filter how many items it finds, and with ids nothing.',
  })
export type Selection = z.output<typeof selectionSchema>
