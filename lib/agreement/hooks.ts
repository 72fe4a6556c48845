'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/client/fetch-json'
import { getAgreementEndpoint } from './contract'

export const agreementKeys = {
  of: (projectId: string) => ['agreement', projectId] as const,
}

/** Agreement with its intervals. It changes only when a task is revealed, so a minute's age does no harm. */
export const agreementQuery = (projectId: string) =>
  queryOptions({
    queryKey: agreementKeys.of(projectId),
    queryFn: ({ signal }) =>
      call(getAgreementEndpoint, { params: { projectId }, query: { intervals: 'always' } }, { signal }),
    staleTime: 60_000,
  })
