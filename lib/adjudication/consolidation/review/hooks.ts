'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { listReviewEndpoint } from './contract'

export const reviewKeys = {
  one: (projectId: string) => ['review', projectId] as const,
}

export const reviewQuery = (projectId: string) =>
  queryOptions({
    queryKey: reviewKeys.one(projectId),
    queryFn: ({ signal }) => call(listReviewEndpoint, { params: { projectId } }, { signal }),
  })
