'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  applyImportEndpoint,
  cancelImportEndpoint,
  getImportEndpoint,
  listImportsEndpoint,
  mapImportEndpoint,
} from './contract'
import { isUnderWay } from './rules'
import { type FileToSend, sendFile } from './send-file'

export const importKeys = {
  list: (projectId: string) => ['project', projectId, 'imports'] as const,
  one: (importId: string) => ['import', importId] as const,
}

/** How often a check or a write that is under way is asked about. */
const POLL_MS = 800

export const importsQuery = (projectId: string) =>
  queryOptions({
    queryKey: importKeys.list(projectId),
    queryFn: ({ signal }) => call(listImportsEndpoint, { params: { projectId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.imports.some((each) => isUnderWay(each.state)) ? POLL_MS : false),
  })

export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: importKeys.one(importId),
    queryFn: ({ signal }) => call(getImportEndpoint, { params: { importId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.state) ? POLL_MS : false),
  })

const toSend = (file: File): FileToSend => ({
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  whole: () => file,
  slice: (start, end) => file.slice(start, end),
})

/** `onProgress` learns how many bytes of a large file have arrived. */
export function useUploadImport(projectId: string, onProgress?: (received: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => sendFile(projectId, toSend(file), { call, ...(onProgress && { onProgress }) }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.list(projectId) }),
  })
}

/** Uploads the file that a new project begins with. */
export function useUploadNewFile(onProgress?: (received: number) => void) {
  return useMutation({
    mutationFn: ({ projectId, file }: { projectId: string; file: File }) =>
      sendFile(projectId, toSend(file), { call, ...(onProgress && { onProgress }) }),
  })
}

/** After a command on one import: it, its project's list, and whatever shows the project's items are stale. */
function useImportChanged(importId: string, projectId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: importKeys.one(importId) }),
      client.invalidateQueries({ queryKey: ['project', projectId] }),
    ])
}

export function useMapImport(importId: string, projectId: string) {
  const onSettled = useImportChanged(importId, projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof mapImportEndpoint>) => call(mapImportEndpoint, { params: { importId }, body }),
    onSettled,
  })
}

export function useApplyImport(importId: string, projectId: string) {
  const onSettled = useImportChanged(importId, projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof applyImportEndpoint>) =>
      call(applyImportEndpoint, { params: { importId }, body }),
    onSettled,
  })
}

export function useCancelImport(importId: string, projectId: string) {
  const onSettled = useImportChanged(importId, projectId)
  return useMutation({ mutationFn: () => call(cancelImportEndpoint, { params: { importId } }), onSettled })
}
