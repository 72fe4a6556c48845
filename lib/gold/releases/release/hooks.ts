'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  getReleaseEndpoint,
  listReleasesEndpoint,
  makeReleaseLinkEndpoint,
  previewReleaseEndpoint,
  type ReleaseDetail,
  type ReleaseList,
  removeReleaseEndpoint,
  retryReleaseEndpoint,
  revokeReleaseLinkEndpoint,
  saveCardEndpoint,
  startReleaseEndpoint,
  verifyReleaseEndpoint,
} from './contract'

export const releaseKeys = {
  all: (projectId: string) => ['project', projectId, 'releases'] as const,
  one: (projectId: string, number: number) => ['project', projectId, 'releases', number] as const,
}

/** How often a page looks at what is being built. */
const LOOK_EVERY_MS = 1500

const isBuilding = ({ state }: { state: string }) => state === 'building'

/** All releases; looked at again and again while one is being built. */
export const releasesQuery = (projectId: string, initialData?: ReleaseList) =>
  queryOptions({
    queryKey: releaseKeys.all(projectId),
    queryFn: ({ signal }) => call(listReleasesEndpoint, { params: { projectId } }, { signal }),
    initialData,
    refetchInterval: ({ state }) => (state.data?.releases.some(isBuilding) ? LOOK_EVERY_MS : false),
  })

export const releaseQuery = (projectId: string, number: number, initialData?: ReleaseDetail) =>
  queryOptions({
    queryKey: releaseKeys.one(projectId, number),
    queryFn: ({ signal }) => call(getReleaseEndpoint, { params: { projectId, number } }, { signal }),
    initialData,
    refetchInterval: ({ state }) => (state.data && isBuilding(state.data) ? LOOK_EVERY_MS : false),
  })

function useReleasesChanged(projectId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: releaseKeys.all(projectId) })
}

export function useSaveCard(projectId: string) {
  const onSuccess = useReleasesChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof saveCardEndpoint>) => call(saveCardEndpoint, { params: { projectId }, body }),
    onSuccess,
  })
}

export const usePreviewRelease = (projectId: string) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof previewReleaseEndpoint>) =>
      call(previewReleaseEndpoint, { params: { projectId }, body }),
  })

export function useStartRelease(projectId: string) {
  const onSettled = useReleasesChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof startReleaseEndpoint>) =>
      call(startReleaseEndpoint, { params: { projectId }, body }),
    onSettled,
  })
}

interface At {
  projectId: string
  number: number
}

export function useRetryRelease({ projectId, number }: At) {
  const onSettled = useReleasesChanged(projectId)
  return useMutation({ mutationFn: () => call(retryReleaseEndpoint, { params: { projectId, number } }), onSettled })
}

export function useRemoveRelease({ projectId, number }: At) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(removeReleaseEndpoint, { params: { projectId, number } }),
    // The release itself is there no more: only the list is asked again.
    onSuccess: () => client.invalidateQueries({ queryKey: releaseKeys.all(projectId), exact: true }),
  })
}

export const useVerifyRelease = ({ projectId, number }: At) =>
  useMutation({ mutationFn: () => call(verifyReleaseEndpoint, { params: { projectId, number } }) })

export function useMakeLink({ projectId, number }: At) {
  const onSuccess = useReleasesChanged(projectId)
  return useMutation({ mutationFn: () => call(makeReleaseLinkEndpoint, { params: { projectId, number } }), onSuccess })
}

export function useRevokeLink({ projectId, number }: At) {
  const onSuccess = useReleasesChanged(projectId)
  return useMutation({
    mutationFn: () => call(revokeReleaseLinkEndpoint, { params: { projectId, number } }),
    onSuccess,
  })
}
