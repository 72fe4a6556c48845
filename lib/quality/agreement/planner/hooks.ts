'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { getPlanEndpoint, type PlanQuery } from './contract'

export interface PlanOf {
  projectId: string
  stage: string
  measure: string
}

export const planKeys = {
  of: ({ projectId, stage, measure }: PlanOf, query: PlanQuery) =>
    ['plan', projectId, stage, measure, query.coefficient, query.width ?? null] as const,
}

/** A plan; it takes a second or two to try out, so it is asked for when somebody wants one. */
export const planQuery = (of: PlanOf, query: PlanQuery) =>
  queryOptions({
    queryKey: planKeys.of(of, query),
    queryFn: ({ signal }) => call(getPlanEndpoint, { params: { ...of }, query }, { signal }),
    staleTime: 60_000,
  })
