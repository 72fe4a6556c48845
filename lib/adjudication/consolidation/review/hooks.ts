'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { listReviewEndpoint, type ReviewQuery } from './contract'

export const reviewKeys = {
  one: (projectId: string) => ['review', projectId] as const,
}

export const reviewQuery = (projectId: string, query: ReviewQuery = {}) =>
  queryOptions({
    queryKey: [...reviewKeys.one(projectId), query] as const,
    queryFn: ({ signal }) => call(listReviewEndpoint, { params: { projectId }, query }, { signal }),
  })
