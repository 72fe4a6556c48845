import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { TASKS_KEPT } from './last-heard'

const seen = new WeakMap<QueryClient, QueryKey[]>()

/** Keeps what was looked at last, this before all others, and lets go of what nobody shows any more and was before that. */
export function keepLast(client: QueryClient, queryKey: QueryKey): void {
  const isSame = (other: QueryKey) => other.join('/') === queryKey.join('/')
  const order = [queryKey, ...(seen.get(client) ?? []).filter((other) => !isSame(other))]
  for (const old of order.splice(TASKS_KEPT)) client.removeQueries({ queryKey: old, exact: true, type: 'inactive' })
  seen.set(client, order)
}
