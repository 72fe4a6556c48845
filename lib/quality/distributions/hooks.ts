'use client'

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { PENDING_MS } from '@/lib/quality/agreement/ledger/contract'
import { type Distributions, getDistributionsEndpoint } from './contract'

export const distributionsQuery = (
  projectId: string,
  measureKeys: { stage: string; measure: string },
  pageQuery: Pick<Distributions, 'order' | 'only' | 'page'>,
) =>
  queryOptions({
    queryKey: ['agreement', projectId, 'distributions', measureKeys.stage, measureKeys.measure, pageQuery] as const,
    queryFn: ({ signal }) =>
      call(
        getDistributionsEndpoint,
        { params: { projectId, ...measureKeys }, query: { ...pageQuery, page: String(pageQuery.page) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.figures.state !== 'current' ? PENDING_MS : false),
  })
