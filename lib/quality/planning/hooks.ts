'use client'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { PENDING_MS } from '@/lib/quality/agreement/ledger/contract'
import { getPlanBasisEndpoint, type PlanRequestInput, planProjectEndpoint } from './contract'

export const planBasesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['agreement', projectId, 'plan'] as const,
    queryFn: ({ signal }) => call(getPlanBasisEndpoint, { params: { projectId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && data.figures.state !== 'current' ? PENDING_MS : false),
  })

/** A plan from expectations; nothing is stored. */
export function usePlanProject() {
  return useMutation({ mutationFn: (request: PlanRequestInput) => call(planProjectEndpoint, { body: request }) })
}
