'use client'
import { useMutation } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { type PlanRequestInput, planProjectEndpoint } from './contract'

/** A plan from expectations; nothing is stored. */
export function usePlanProject() {
  return useMutation({ mutationFn: (request: PlanRequestInput) => call(planProjectEndpoint, { body: request }) })
}
