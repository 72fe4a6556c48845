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

const keyOf = (at: HeldOutAt) => ('secret' in at ? ['held-out', at.secret] : ['held-out', at.projectId, at.number])

export const heldOutQuery = (at: HeldOutAt) =>
  queryOptions({
    queryKey: keyOf(at),
    queryFn: ({ signal }) =>
      'secret' in at
        ? call(getHeldOutByLinkEndpoint, { params: at }, { signal })
        : call(getHeldOutEndpoint, { params: at }, { signal }),
  })

export function useSubmitPredictions(at: HeldOutAt) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ system, file }: { system: string; file: File }) => {
      const sent = { query: { system }, body: file }
      return 'secret' in at
        ? call(submitHeldOutByLinkEndpoint, { params: at, ...sent })
        : call(submitHeldOutEndpoint, { params: at, ...sent })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(at) }),
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
