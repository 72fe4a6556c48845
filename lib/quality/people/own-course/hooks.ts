'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { getOwnCourseEndpoint } from './contract'

export const ownCourseQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['people', projectId, 'me', 'course'] as const,
    queryFn: ({ signal }) => call(getOwnCourseEndpoint, { params: { projectId } }, { signal }),
    // The rest is compared with every request.
    refetchInterval: ({ state }) => (state.data && state.data.awaited > 0 ? 3000 : false),
  })
