'use client'

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallInput, call } from '@/lib/platform/client/fetch-json'
import { itemKeys } from '@/lib/workspace/items/hooks'
import {
  askAgainEndpoint,
  confirmGuidelineEndpoint,
  getGuidelineEndpoint,
  listGuidelinesEndpoint,
  listTouchedEndpoint,
  publishGuidelineEndpoint,
} from './contract'

export const guidelineKeys = {
  all: (projectId: string) => ['guidelines', projectId] as const,
  versions: (projectId: string) => ['guidelines', projectId, 'versions'] as const,
  touched: (projectId: string) => ['guidelines', projectId, 'touched'] as const,
  touchedPage: (projectId: string, page: number) => ['guidelines', projectId, 'touched', page] as const,
  one: (projectId: string, version: string) => ['guidelines', projectId, version] as const,
}

/** The versions of a project's guidelines, newest first. */
export const guidelineVersionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: guidelineKeys.versions(projectId),
    queryFn: ({ signal }) => call(listGuidelinesEndpoint, { params: { projectId } }, { signal }),
  })

/** One version's text; `latest` is the one in force. */
export const guidelineQuery = (projectId: string, version: string) =>
  queryOptions({
    queryKey: guidelineKeys.one(projectId, version),
    queryFn: ({ signal }) => call(getGuidelineEndpoint, { params: { projectId, version } }, { signal }),
  })

type PublishInput = CallInput<typeof publishGuidelineEndpoint>['body']

/** Publishes a version and forgets everything the cache holds of this project's guidelines. */
export function usePublishGuideline(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PublishInput) => call(publishGuidelineEndpoint, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: guidelineKeys.all(projectId) }),
  })
}

/** Notes that the reader has read this version. */
export const useConfirmGuideline = (projectId: string) =>
  useMutation({
    mutationFn: (version: number) => call(confirmGuidelineEndpoint, { params: { projectId }, body: { version } }),
  })

/** A page of the finished items that changed guidelines may touch; the one before stands until it is there. */
export const touchedQuery = (projectId: string, page: number) =>
  queryOptions({
    queryKey: guidelineKeys.touchedPage(projectId, page),
    queryFn: ({ signal }) => call(listTouchedEndpoint, { params: { projectId }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

type AskInput = CallInput<typeof askAgainEndpoint>['body']

/** Asks finished items again; the list, and all that is shown of items, is read anew whatever comes of it. */
export function useAskAgain(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AskInput) => call(askAgainEndpoint, { params: { projectId }, body }),
    onSettled: () =>
      Promise.all(
        [guidelineKeys.touched(projectId), itemKeys.lists(projectId), itemKeys.each].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
