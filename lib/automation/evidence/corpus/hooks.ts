'use client'

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import {
  type CorpusFilter,
  clearCorpusEndpoint,
  listCorpusEndpoint,
  makeCorpusItemsEndpoint,
  removeCorpusDocumentEndpoint,
  tryCorpusEndpoint,
  uploadCorpusEndpoint,
} from './contract'

export const corpusKeys = {
  all: (projectId: string) => ['project', projectId, 'corpus'] as const,
  list: (projectId: string, filter: CorpusFilter) => ['project', projectId, 'corpus', 'list', filter] as const,
  trial: (projectId: string, query: string, asOf: string) =>
    ['project', projectId, 'corpus', 'trial', query, asOf] as const,
}

export const corpusQuery = (projectId: string, filter: CorpusFilter) =>
  queryOptions({
    queryKey: corpusKeys.list(projectId, filter),
    queryFn: ({ signal }) => call(listCorpusEndpoint, { params: { projectId }, query: filter }, { signal }),
    placeholderData: keepPreviousData,
  })

/** A search of the corpus; `query` must not be empty, `asOf` may be. */
export const corpusTrialQuery = (projectId: string, query: string, asOf: string) =>
  queryOptions({
    queryKey: corpusKeys.trial(projectId, query, asOf),
    queryFn: ({ signal }) =>
      call(tryCorpusEndpoint, { params: { projectId }, query: { query, asOf: asOf || undefined } }, { signal }),
    enabled: query !== '',
  })

function useCorpusChanged(projectId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: corpusKeys.all(projectId) })
}

export function useUploadCorpus(projectId: string) {
  const onSettled = useCorpusChanged(projectId)
  return useMutation({
    mutationFn: (file: File) =>
      call(uploadCorpusEndpoint, { params: { projectId }, query: { fileName: file.name }, body: file }),
    onSettled,
  })
}

export function useRemoveDocument(projectId: string) {
  const onSettled = useCorpusChanged(projectId)
  return useMutation({
    mutationFn: (documentId: string) => call(removeCorpusDocumentEndpoint, { params: { projectId, documentId } }),
    onSettled,
  })
}

export function useClearCorpus(projectId: string) {
  const onSettled = useCorpusChanged(projectId)
  return useMutation({ mutationFn: () => call(clearCorpusEndpoint, { params: { projectId } }), onSettled })
}

export function useMakeItems(projectId: string) {
  return useMutation({ mutationFn: () => call(makeCorpusItemsEndpoint, { params: { projectId } }) })
}
