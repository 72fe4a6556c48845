'use client'

import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { listAdjudicatorsEndpoint } from './contract'

export const adjudicatorsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['adjudicators', projectId] as const,
    queryFn: ({ signal }) => call(listAdjudicatorsEndpoint, { params: { projectId } }, { signal }),
  })
