'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { releaseKeys } from '@/lib/gold/releases/release/hooks'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  cancelPushEndpoint,
  listPushesEndpoint,
  type PushList,
  previewPushEndpoint,
  retryPushEndpoint,
  startPushEndpoint,
} from './contract'

interface ReleaseOf {
  projectId: string
  number: number
}

export const pushKeys = {
  of: ({ projectId, number }: ReleaseOf) => [...releaseKeys.one(projectId, number), 'pushes'] as const,
}

/** How often a page looks at what is being sent. */
const LOOK_EVERY_MS = 1500

export const pushesQuery = (params: ReleaseOf, initialData?: PushList) =>
  queryOptions({
    queryKey: pushKeys.of(params),
    queryFn: ({ signal }) => call(listPushesEndpoint, { params }, { signal }),
    initialData,
    refetchInterval: ({ state }) =>
      state.data?.pushes.some((push) => push.state === 'running') ? LOOK_EVERY_MS : false,
  })

function usePushesChanged(params: ReleaseOf) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: pushKeys.of(params) })
}

/** Credentials are kept in no cache. */
const UNCACHED = { gcTime: 0 } as const

export const usePreviewPush = (params: ReleaseOf) =>
  useMutation({
    ...UNCACHED,
    mutationFn: (body: BodyInput<typeof previewPushEndpoint>) => call(previewPushEndpoint, { params, body }),
  })

export function useStartPush(params: ReleaseOf) {
  const onSettled = usePushesChanged(params)
  return useMutation({
    ...UNCACHED,
    mutationFn: (body: BodyInput<typeof startPushEndpoint>) => call(startPushEndpoint, { params, body }),
    onSettled,
  })
}

export function useCancelPush(params: ReleaseOf, pushId: string) {
  const onSettled = usePushesChanged(params)
  return useMutation({ mutationFn: () => call(cancelPushEndpoint, { params: { ...params, pushId } }), onSettled })
}

export function useRetryPush(params: ReleaseOf, pushId: string) {
  const onSettled = usePushesChanged(params)
  return useMutation({
    ...UNCACHED,
    mutationFn: (body: BodyInput<typeof retryPushEndpoint>) =>
      call(retryPushEndpoint, { params: { ...params, pushId }, body }),
    onSettled,
  })
}
