'use client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { type Course, getOwnCourseEndpoint } from './contract'

const ownCourseQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['people', projectId, 'me', 'course'] as const,
    queryFn: ({ signal }) => call(getOwnCourseEndpoint, { params: { projectId } }, { signal }),
    // The rest is compared with every request.
    refetchInterval: ({ state }) => (state.data && state.data.awaited > 0 ? 3000 : false),
  })

/** What the page came with has nothing compared: where something waits for that, it is asked for at once. */
export function useOwnCourse(projectId: string, initialData: Course): Course {
  const isOld = initialData.awaited > 0
  return useQuery({ ...ownCourseQuery(projectId), initialData, ...(isOld ? { initialDataUpdatedAt: 0 } : {}) }).data
}
