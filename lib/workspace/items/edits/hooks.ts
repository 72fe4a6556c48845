'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { itemKeys } from '@/lib/workspace/items/hooks'
import { editItemsEndpoint, listItemEditsEndpoint, undoItemEditEndpoint } from './contract'

/** The latest acts on many items; stale with every list of the project's items. */
export const itemEditsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...itemKeys.lists(projectId), 'edits'] as const,
    queryFn: ({ signal }) => call(listItemEditsEndpoint, { params: { projectId } }, { signal }),
    // Others act too.
    staleTime: 0,
  })

/** Does something to many items; lists, and every item that was looked at, are stale afterwards. */
export function useEditItems(projectId: string) {
  const onSuccess = useItemsChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof editItemsEndpoint>) => call(editItemsEndpoint, { params: { projectId }, body }),
    onSuccess,
  })
}

export function useUndoEdit(projectId: string) {
  const onSuccess = useItemsChanged(projectId)
  return useMutation({
    mutationFn: (editId: string) => call(undoItemEditEndpoint, { params: { projectId, editId } }),
    onSuccess,
  })
}

function useItemsChanged(projectId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: itemKeys.lists(projectId) }),
      client.invalidateQueries({ queryKey: itemKeys.each }),
    ])
}
