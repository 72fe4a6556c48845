'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { getSecondsEndpoint, type SecondSettings, updateSecondsEndpoint } from './contract'

export const secondsKeys = { one: (projectId: string) => ['second-adjudications', projectId] as const }

export const secondsQuery = (projectId: string) =>
  queryOptions({
    queryKey: secondsKeys.one(projectId),
    queryFn: ({ signal }) => call(getSecondsEndpoint, { params: { projectId } }, { signal }),
  })

export function useUpdateSeconds(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<SecondSettings>) => call(updateSecondsEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: secondsKeys.one(projectId) }),
  })
}
