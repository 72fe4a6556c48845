import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { listItems } from '@/lib/workspace/items/queries'
import { type ChosenItems, chosenFilter } from './contract'

/**
 * What somebody came with from the list of items, by the address's parameter; null where they came with nothing. It counts, as their
 * list does, what the filter finds now. Errors: as of the list, and `invalid_request` for what is no filter.
 */
export async function findChosen(
  actor: Actor,
  projectId: string,
  items: string | string[] | undefined,
): Promise<ChosenItems | null> {
  if (items === undefined) return null
  const filter = typeof items === 'string' ? chosenFilter(items) : null
  if (filter === null) throw new AppError('invalid_request', 'The address names no list of items.')
  const { total } = await listItems(actor, projectId, { ...filter, sort: 'position', page: 1 })
  return { filter, expected: total }
}
