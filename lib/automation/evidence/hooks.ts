'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  getOpenedPageEndpoint,
  listSearchesEndpoint,
  openResultEndpoint,
  quoteResultEndpoint,
  type SearchList,
  searchNowEndpoint,
} from './contract'

export const searchKeys = {
  list: (taskId: string) => ['searches', taskId] as const,
  page: (searchId: string, sha256: string) => ['searches', 'page', searchId, sha256] as const,
}

/** The searches at a task that the reader may see, and where a search now would look. */
export const searchesQuery = (taskId: string) =>
  queryOptions({
    queryKey: searchKeys.list(taskId),
    queryFn: ({ signal }) => call(listSearchesEndpoint, { params: { taskId } }, { signal }),
  })

/** A page as it was when it was opened; it never changes. */
export const openedPageQuery = (taskId: string, searchId: string, sha256: string) =>
  queryOptions({
    queryKey: searchKeys.page(searchId, sha256),
    queryFn: ({ signal }) => call(getOpenedPageEndpoint, { params: { taskId, searchId, sha256 } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Searches; the answer joins the list at once, and a list that was asked for before it cannot take it out again. */
export function useSearchNow(taskId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof searchNowEndpoint>) => call(searchNowEndpoint, { params: { taskId }, body }),
    onSuccess: async (search) => {
      await client.cancelQueries({ queryKey: searchKeys.list(taskId) })
      client.setQueryData<SearchList>(searchKeys.list(taskId), (old) =>
        old ? { ...old, searches: [...old.searches.filter(({ id }) => id !== search.id), search] } : old,
      )
      void client.invalidateQueries({ queryKey: searchKeys.list(taskId) })
    },
  })
}

/** Reads a result of one's own search. */
export function useOpenResult(taskId: string) {
  const onSuccess = useStepsChanged(taskId)
  return useMutation({
    mutationFn: ({ searchId, rank }: { searchId: string; rank: number }) =>
      call(openResultEndpoint, { params: { taskId, searchId }, body: { rank } }),
    onSuccess,
  })
}

/** Quotes from an opened result; the caller makes evidence of what comes back. */
export function useQuote(taskId: string) {
  const onSuccess = useStepsChanged(taskId)
  return useMutation({
    mutationFn: ({ searchId, ...body }: { searchId: string } & BodyInput<typeof quoteResultEndpoint>) =>
      call(quoteResultEndpoint, { params: { taskId, searchId }, body }),
    onSuccess,
  })
}

function useStepsChanged(taskId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: searchKeys.list(taskId) })
}
