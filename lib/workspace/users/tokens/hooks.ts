'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { createTokenEndpoint, listTokensEndpoint, revokeTokenEndpoint } from './contract'

export const tokenKeys = { list: ['tokens'] as const }

export const tokensQuery = () =>
  queryOptions({ queryKey: tokenKeys.list, queryFn: ({ signal }) => call(listTokensEndpoint, {}, { signal }) })

export function useCreateToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof createTokenEndpoint>) => call(createTokenEndpoint, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokenKeys.list }),
  })
}

export function useRevokeToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => call(revokeTokenEndpoint, { params: { tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.list }),
  })
}
