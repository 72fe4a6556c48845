'use client'

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  discardTaskEndpoint,
  keepStaleTaskEndpoint,
  openTaskEndpoint,
  reopenTaskEndpoint,
  restoreTaskEndpoint,
  takeOverTaskEndpoint,
} from '@/lib/workspace/tasks/contract'
import {
  getItemEndpoint,
  type ItemsQueryInput,
  itemFacetsEndpoint,
  itemHistoryEndpoint,
  listItemsEndpoint,
  openPreparedEndpoint,
} from './contract'
import { changeFactsEndpoint } from './facts/contract'
import { resegmentEndpoint, resetSegmentsEndpoint } from './resegment/contract'

export const itemKeys = {
  lists: (projectId: string) => ['items', projectId] as const,
  list: (projectId: string, query: ItemsQueryInput) => ['items', projectId, 'list', query] as const,
  facets: (projectId: string) => ['items', projectId, 'facets'] as const,
  /** All items that were looked at. */
  each: ['item'] as const,
  one: (itemId: string) => ['item', itemId] as const,
  history: (itemId: string) => ['item', itemId, 'history'] as const,
}

export const itemsQuery = (projectId: string, query: ItemsQueryInput) =>
  queryOptions({
    queryKey: itemKeys.list(projectId, query),
    queryFn: ({ signal }) => call(listItemsEndpoint, { params: { projectId }, query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const itemFacetsQuery = (projectId: string) =>
  queryOptions({
    queryKey: itemKeys.facets(projectId),
    queryFn: ({ signal }) => call(itemFacetsEndpoint, { params: { projectId } }, { signal }),
  })

export const itemQuery = (itemId: string) =>
  queryOptions({
    queryKey: itemKeys.one(itemId),
    queryFn: ({ signal }) => call(getItemEndpoint, { params: { itemId } }, { signal }),
  })

export const itemHistoryQuery = (itemId: string) =>
  infiniteQueryOptions({
    queryKey: itemKeys.history(itemId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(itemHistoryEndpoint, { params: { itemId }, query: { before: pageParam } }, { signal }),
    getNextPageParam: (page) => (page.more ? page.events.at(-1)?.id : undefined),
  })

/** After any change to an item: it, its history and the lists it stands in are stale. */
function useItemChanged(projectId: string, itemId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: itemKeys.one(itemId) }),
      client.invalidateQueries({ queryKey: itemKeys.lists(projectId) }),
    ])
}

export function useOpenPrepared(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(openPreparedEndpoint, { params: { projectId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: itemKeys.lists(projectId) }),
  })
}

interface TaskOf {
  projectId: string
  itemId: string
  taskId: string
}

export function useOpenTask({ projectId, itemId, taskId }: TaskOf) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({ mutationFn: () => call(openTaskEndpoint, { params: { taskId } }), onSuccess })
}

export function useDiscardTask({ projectId, itemId, taskId }: TaskOf) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof discardTaskEndpoint>) =>
      call(discardTaskEndpoint, { params: { taskId }, body }),
    onSuccess,
  })
}

export function useRestoreTask({ projectId, itemId, taskId }: TaskOf) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({ mutationFn: () => call(restoreTaskEndpoint, { params: { taskId } }), onSuccess })
}

export function useReopenTask({ projectId, itemId, taskId }: TaskOf) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({
    mutationFn: (comment: string) => call(reopenTaskEndpoint, { params: { taskId }, body: { comment } }),
    onSuccess,
  })
}

export function useKeepStaleTask({ projectId, itemId, taskId }: TaskOf) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({
    mutationFn: (reason: string) => call(keepStaleTaskEndpoint, { params: { taskId }, body: { reason } }),
    onSuccess,
  })
}

export function useTakeOverTask({ projectId, itemId, taskId }: TaskOf) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({ mutationFn: () => call(takeOverTaskEndpoint, { params: { taskId } }), onSuccess })
}

/** Sets a manager's own domain, source and tags. */
export function useChangeFacts(projectId: string, itemId: string) {
  const onSettled = useItemChanged(projectId, itemId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof changeFactsEndpoint>) =>
      call(changeFactsEndpoint, { params: { itemId }, body }),
    onSettled,
  })
}

export function useResegment(projectId: string, itemId: string) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof resegmentEndpoint>) => call(resegmentEndpoint, { params: { itemId }, body }),
    onSuccess,
  })
}

export function useResetSegments(projectId: string, itemId: string) {
  const onSuccess = useItemChanged(projectId, itemId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetSegmentsEndpoint>) =>
      call(resetSegmentsEndpoint, { params: { itemId }, body }),
    onSuccess,
  })
}
