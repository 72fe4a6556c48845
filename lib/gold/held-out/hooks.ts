'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { releaseKeys } from '@/lib/gold/releases/release/hooks'
import { call } from '@/lib/platform/client/fetch-json'
import {
  getHeldOutByLinkEndpoint,
  getHeldOutEndpoint,
  type Limits,
  openHeldOutEndpoint,
  setHeldOutLimitsEndpoint,
  submitHeldOutByLinkEndpoint,
  submitHeldOutEndpoint,
} from './contract'

/** A release in its project, or by its public link. */
export type HeldOutAt = { projectId: string; number: number } | { secret: string }

const keyOf = (releaseLocator: HeldOutAt) =>
  'secret' in releaseLocator
    ? ['held-out', releaseLocator.secret]
    : ['held-out', releaseLocator.projectId, releaseLocator.number]

export const heldOutQuery = (releaseLocator: HeldOutAt) =>
  queryOptions({
    queryKey: keyOf(releaseLocator),
    queryFn: ({ signal }) =>
      'secret' in releaseLocator
        ? call(getHeldOutByLinkEndpoint, { params: releaseLocator }, { signal })
        : call(getHeldOutEndpoint, { params: releaseLocator }, { signal }),
  })

export function useSubmitPredictions(releaseLocator: HeldOutAt) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ system, file }: { system: string; file: File }) => {
      const sent = { query: { system }, body: file }
      return 'secret' in releaseLocator
        ? call(submitHeldOutByLinkEndpoint, { params: releaseLocator, ...sent })
        : call(submitHeldOutEndpoint, { params: releaseLocator, ...sent })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(releaseLocator) }),
  })
}

export function useSetLimits(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Limits) => call(setHeldOutLimitsEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['held-out', projectId] }),
  })
}

export function useOpenHeldOut(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(openHeldOutEndpoint, { params: { projectId } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: releaseKeys.all(projectId) }),
        client.invalidateQueries({ queryKey: ['held-out', projectId] }),
      ]),
  })
}
