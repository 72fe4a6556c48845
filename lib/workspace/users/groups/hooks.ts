'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { createMappingEndpoint, deleteMappingEndpoint, listMappingsEndpoint } from './contract'

export const mappingKeys = { all: ['group-mappings'] as const }

export const mappingsQuery = () =>
  queryOptions({ queryKey: mappingKeys.all, queryFn: ({ signal }) => call(listMappingsEndpoint, {}, { signal }) })

export function useCreateMapping() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof createMappingEndpoint>) => call(createMappingEndpoint, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: mappingKeys.all }),
  })
}

export function useDeleteMapping() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mappingId: string) => call(deleteMappingEndpoint, { params: { mappingId } }),
    onSettled: () => client.invalidateQueries({ queryKey: mappingKeys.all }),
  })
}
