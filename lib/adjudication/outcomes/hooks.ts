'use client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '@/lib/platform/client/fetch-json'
import { listOutcomesEndpoint, type Outcomes, type OutcomesQuery } from './contract'

export const outcomesQuery = (projectId: string, query: OutcomesQuery) =>
  queryOptions({
    queryKey: ['outcomes', projectId, query],
    queryFn: ({ signal }) => call(listOutcomesEndpoint, { params: { projectId }, query }, { signal }),
    // The rest is compared with every request.
    refetchInterval: ({ state }) => (state.data && state.data.awaited > 0 ? 3000 : false),
  })

/** What became of the reader's submissions, read again as soon as fewer of them are held back from being frozen. */
export function useOutcomes(
  projectId: string,
  query: OutcomesQuery,
  { initialData, held }: { initialData: Outcomes; held: number },
) {
  const client = useQueryClient()
  const before = useRef(held)
  const readAgain = useEffectEvent(() => void client.invalidateQueries({ queryKey: ['outcomes', projectId] }))
  useEffect(() => {
    if (held < before.current) readAgain()
    before.current = held
  }, [held])
  return useQuery({ ...outcomesQuery(projectId, query), initialData })
}
