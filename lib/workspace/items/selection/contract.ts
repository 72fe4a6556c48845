import { z } from 'zod'
import { type ItemsFilter, itemsFilterSchema } from '@/lib/workspace/items/contract'

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
  .meta({ examples: [{ filter: { domain: 'rivers' }, expected: 12 }] })
  .refine(({ filter, expected }) => (filter === undefined) === (expected === undefined), {
    path: ['expected'],
    message: 'Give with a filter how many items it finds, and with ids nothing.',
  })
export type Selection = z.output<typeof selectionSchema>

/** What somebody chose in the list of items and came with to another page: all that a filter finds, and how many that is. */
export interface ChosenItems {
  filter: ItemsFilter
  expected: number
}

/** So long may the filter be by which chosen items are named in an address. */
const MOST_NAMED = 4000

/**
 * What the address of another page says of chosen items, in its parameter `items`: all that a filter finds, or these by their positions.
 * Null where so many were picked one by one that no address holds them.
 */
export function chosenSearch(chosen: ItemsFilter | readonly number[]): string | null {
  const filter: ItemsFilter = isPositions(chosen) ? { ids: chosen.toSorted((a, b) => a - b).join() } : chosen
  const filterParams = new URLSearchParams()
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== '') filterParams.set(name, String(value))
  if (isPositions(chosen) && String(filterParams).length > MOST_NAMED) return null
  return String(new URLSearchParams({ items: String(filterParams) }))
}

const isPositions = (chosen: ItemsFilter | readonly number[]): chosen is readonly number[] => Array.isArray(chosen)

/** The filter that such an address names; null where it names none, or something that is no filter. */
export function chosenFilter(items: string): ItemsFilter | null {
  const filter = itemsFilterSchema.safeParse(Object.fromEntries(new URLSearchParams(items)))
  return filter.success ? filter.data : null
}
