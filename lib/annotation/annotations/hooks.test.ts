import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { TASKS_KEPT } from '@/lib/annotation/outbox/local-store'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { keepLast } from './hooks'

it('keeps the tasks looked at last, and whatever is on screen', () => {
  const client = createQueryClient()
  const keyOf = (n: number) => ['workbench', `task ${n}`]
  const look = (n: number) => {
    client.setQueryData(keyOf(n), { task: n })
    keepLast(client, keyOf(n))
  }
  const isKept = (n: number) => client.getQueryData(keyOf(n)) !== undefined
  client.setQueryData(['other'], 'stays')
  look(0)
  const shown = { queryKey: keyOf(0), queryFn: () => ({ task: 0 }), staleTime: Number.POSITIVE_INFINITY }
  const leave = new QueryObserver(client, shown).subscribe(() => {})
  for (let n = 1; n < TASKS_KEPT; n++) look(n)
  look(1)
  look(TASKS_KEPT)
  look(TASKS_KEPT + 1)
  expect([0, 1, 2, 3].map(isKept)).toEqual([true, true, false, true])
  expect(client.getQueryData(['other'])).toBe('stays')
  leave()
  client.clear()
})
