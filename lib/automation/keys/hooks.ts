'use client'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import {
  listKeysEndpoint,
  type RemoveKey,
  removeKeyEndpoint,
  type SetKey,
  setKeyEndpoint,
  testKeyEndpoint,
} from './contract'
import type { KeyProvider } from './rules'

const queryKey = ['provider keys'] as const

export const keysQuery = () =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call(listKeysEndpoint, {}, { signal }) })

/** Enters a key; after a conflict the page shows what holds now. */
export function useSetKey(provider: KeyProvider) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SetKey) => call(setKeyEndpoint, { params: { provider }, body }),
    // The key itself is kept in no cache.
    gcTime: 0,
    onSuccess: (statuses) => client.setQueryData(queryKey, statuses),
    onError: lookAgain(client),
  })
}

/** After a conflict: what was seen is no longer so. */
const lookAgain = (client: QueryClient) => (error: Error) =>
  error instanceof ApiError && error.status === 409 ? client.invalidateQueries({ queryKey }) : undefined

export function useRemoveKey(provider: KeyProvider) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RemoveKey) => call(removeKeyEndpoint, { params: { provider }, body }),
    onSuccess: (statuses) => client.setQueryData(queryKey, statuses),
    onError: lookAgain(client),
  })
}

export const useTestKey = (provider: KeyProvider) =>
  useMutation({ mutationFn: () => call(testKeyEndpoint, { params: { provider } }) })
