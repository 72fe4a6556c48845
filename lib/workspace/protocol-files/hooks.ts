'use client'

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import {
  changeVersionEndpoint,
  checkProtocolEndpoint,
  type Finished,
  getVersionChangeEndpoint,
  listProtocolsEndpoint,
  type ProtocolFileBody,
  publishProtocolEndpoint,
  removeProtocolEndpoint,
} from './contract'

export const protocolFileKeys = {
  check: (file: ProtocolFileBody) => ['protocol-check', file] as const,
  change: (projectId: string, version: number) => ['project', projectId, 'protocol-version', version] as const,
}

/** What is wrong with a file as it is written; what was found before stands until the answer comes. */
export const checkQuery = (file: ProtocolFileBody) =>
  queryOptions({
    queryKey: protocolFileKeys.check(file),
    queryFn: ({ signal }) => call(checkProtocolEndpoint, { body: file }, { signal }),
    placeholderData: keepPreviousData,
    // The same text has the same problems; texts that were left behind are not kept.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  })

export const protocolsQuery = queryOptions({
  queryKey: ['protocols'],
  queryFn: ({ signal }) => call(listProtocolsEndpoint, {}, { signal }),
})

/** Publishes a version. */
export function usePublishVersion() {
  return useMutation({ mutationFn: (file: ProtocolFileBody) => call(publishProtocolEndpoint, { body: file }) })
}

/** Takes a version out of the list. */
export function useRemoveVersion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (params: { id: string; version: number }) => call(removeProtocolEndpoint, { params }),
    onSuccess: () => client.invalidateQueries(),
  })
}

/** What moving a project to a version would mean. */
export const versionChangeQuery = (projectId: string, version: number) =>
  queryOptions({
    queryKey: protocolFileKeys.change(projectId, version),
    queryFn: ({ signal }) => call(getVersionChangeEndpoint, { params: { projectId, version } }, { signal }),
  })

/** Moves a project to another version. The page has to be loaded again afterwards, because it holds the protocol of the version before. */
export function useChangeVersion(projectId: string) {
  return useMutation({
    mutationFn: ({ from, to, finished }: { from: number; to: number; finished?: Finished }) =>
      call(changeVersionEndpoint, {
        params: { projectId, version: to },
        body: { from, ...(finished ? { finished } : {}) },
      }),
  })
}
