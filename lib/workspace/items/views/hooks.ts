'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { changeItemViewEndpoint, deleteItemViewEndpoint, listItemViewsEndpoint, saveItemViewEndpoint } from './contract'

export const viewKeys = { all: (projectId: string) => ['item-views', projectId] as const }

export const viewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: viewKeys.all(projectId),
    queryFn: ({ signal }) => call(listItemViewsEndpoint, { params: { projectId } }, { signal }),
  })

function useViewsChanged(projectId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: viewKeys.all(projectId) })
}

export function useSaveView(projectId: string) {
  const onSuccess = useViewsChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof saveItemViewEndpoint>) =>
      call(saveItemViewEndpoint, { params: { projectId }, body }),
    onSuccess,
  })
}

export function useChangeView(projectId: string) {
  const onSuccess = useViewsChanged(projectId)
  return useMutation({
    mutationFn: ({ viewId, ...body }: BodyInput<typeof changeItemViewEndpoint> & { viewId: string }) =>
      call(changeItemViewEndpoint, { params: { projectId, viewId }, body }),
    onSuccess,
  })
}

export function useDeleteView(projectId: string) {
  const onSuccess = useViewsChanged(projectId)
  return useMutation({
    mutationFn: (viewId: string) => call(deleteItemViewEndpoint, { params: { projectId, viewId } }),
    onSuccess,
  })
}
