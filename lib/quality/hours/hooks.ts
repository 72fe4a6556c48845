'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import { getHoursEndpoint, getOwnHoursEndpoint, type Hours, type SetRates, setRatesEndpoint } from './contract'

export const hoursQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['hours', projectId] as const,
    queryFn: ({ signal }) => call(getHoursEndpoint, { params: { projectId } }, { signal }),
  })

export const ownHoursQuery = () =>
  queryOptions({
    queryKey: ['own hours'] as const,
    queryFn: ({ signal }) => call(getOwnHoursEndpoint, {}, { signal }),
  })

/** Saves what an hour is paid; after a conflict the present rates are read. */
export function useSetRates(projectId: string) {
  const client = useQueryClient()
  const { queryKey } = hoursQuery(projectId)
  return useMutation({
    mutationFn: (body: SetRates) => call(setRatesEndpoint, { params: { projectId }, body }),
    onSuccess: (rates) => {
      client.setQueryData<Hours>(queryKey, (old) => old && { ...old, rates })
    },
    onError: (error) =>
      error instanceof ApiError && error.status === 409 ? client.invalidateQueries({ queryKey }) : undefined,
  })
}
