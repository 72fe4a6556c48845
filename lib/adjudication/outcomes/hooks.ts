'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { listOutcomesEndpoint, type OutcomesQuery } from './contract'

export const outcomesQuery = (projectId: string, query: OutcomesQuery) =>
  queryOptions({
    queryKey: ['outcomes', projectId, query],
    queryFn: ({ signal }) => call(listOutcomesEndpoint, { params: { projectId }, query }, { signal }),
    // The rest is compared with every request.
    refetchInterval: ({ state }) => (state.data && state.data.awaited > 0 ? 3000 : false),
  })
