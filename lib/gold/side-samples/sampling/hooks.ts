'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { itemKeys } from '@/lib/workspace/items/hooks'
import { getSamplingEndpoint, restoreSampledEndpoint, sampleItemsEndpoint } from './contract'
import type { SetField } from './rules'

const keys = {
  all: (projectId: string) => ['sampling', projectId] as const,
  by: (projectId: string, by: SetField) => ['sampling', projectId, by] as const,
}

export const samplingQuery = (projectId: string, by: SetField) =>
  queryOptions({
    queryKey: keys.by(projectId, by),
    queryFn: ({ signal }) => call(getSamplingEndpoint, { params: { projectId }, query: { by } }, { signal }),
  })

function useItemsChanged(projectId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.all(projectId) }),
      client.invalidateQueries({ queryKey: itemKeys.lists(projectId) }),
    ])
}

/** Keeps so many of each set, and sets the others aside. */
export function useSampleItems(projectId: string) {
  const onSuccess = useItemsChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof sampleItemsEndpoint>) =>
      call(sampleItemsEndpoint, { params: { projectId }, body }),
    onSuccess,
  })
}

/** Takes back whatever sampling set aside. */
export function useRestoreSampled(projectId: string) {
  const onSuccess = useItemsChanged(projectId)
  return useMutation({ mutationFn: () => call(restoreSampledEndpoint, { params: { projectId } }), onSuccess })
}
