'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/api/endpoint'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/fetch-json'
import {
  adjudicateTaskEndpoint,
  approveTaskEndpoint,
  type ConsolidationView,
  getConsolidationEndpoint,
  proposeValueEndpoint,
  refuseApprovalEndpoint,
  replyToProposalEndpoint,
  resolveQuestionEndpoint,
  setCauseEndpoint,
  takeLaneEndpoint,
  withdrawResolutionEndpoint,
} from './contract'

/** How often the page looks for what others wrote, while it is in sight. */
const REFRESH_MS = 20_000

export const consolidationKeys = {
  one: (taskId: string) => ['consolidation', taskId] as const,
}

export const consolidationQuery = (taskId: string) =>
  queryOptions({
    queryKey: consolidationKeys.one(taskId),
    queryFn: ({ signal }) => call(getConsolidationEndpoint, { params: { taskId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'consolidating' ? REFRESH_MS : false),
  })

/**
 * One change of the consolidation. Changes reach the server one after the other, each on the revision that the one before
 * left; the answer replaces what is shown, and after a conflict the current state is fetched.
 */
export function useChange<Body>(
  taskId: string,
  send: (body: Body, expectedRevision: number) => Promise<ConsolidationView>,
) {
  const client = useQueryClient()
  const queryKey = consolidationKeys.one(taskId)
  return useMutation({
    scope: { id: `consolidation ${taskId}` },
    mutationFn: async (body: Body) => {
      await client.cancelQueries({ queryKey })
      return send(body, client.getQueryData<ConsolidationView>(queryKey)?.revision ?? 0)
    },
    onSuccess: (view) => {
      client.setQueryData(queryKey, view)
    },
    onError: (error) =>
      error instanceof ApiError && error.status === 409 ? client.invalidateQueries({ queryKey }) : undefined,
  })
}

type Without<Body> = Omit<Body, 'expectedRevision'>

/** Settles one question on one unit. */
export function useResolveQuestion(taskId: string) {
  return useChange(taskId, (body: Without<BodyInput<typeof resolveQuestionEndpoint>>, expectedRevision) =>
    call(resolveQuestionEndpoint, { params: { taskId }, body: { ...body, expectedRevision } }),
  )
}

/** Settles everything that differs on a unit as one lane has it. */
export function useTakeLane(taskId: string) {
  return useChange(taskId, (body: Without<BodyInput<typeof takeLaneEndpoint>>, expectedRevision) =>
    call(takeLaneEndpoint, { params: { taskId }, body: { ...body, expectedRevision } }),
  )
}

/** Takes back a resolution. */
export function useWithdrawResolution(taskId: string) {
  return useChange(taskId, (body: Without<BodyInput<typeof withdrawResolutionEndpoint>>, expectedRevision) =>
    call(withdrawResolutionEndpoint, { params: { taskId }, body: { ...body, expectedRevision } }),
  )
}

export function useSetCause(taskId: string) {
  return useChange(taskId, (body: Without<BodyInput<typeof setCauseEndpoint>>, expectedRevision) =>
    call(setCauseEndpoint, { params: { taskId }, body: { ...body, expectedRevision } }),
  )
}

export function useProposeValue(taskId: string) {
  return useChange(taskId, (body: Without<BodyInput<typeof proposeValueEndpoint>>, expectedRevision) =>
    call(proposeValueEndpoint, { params: { taskId }, body: { ...body, expectedRevision } }),
  )
}

/** An annotator's word on a proposal; it names the value, so it needs no revision. */
export function useReplyToProposal(taskId: string) {
  return useChange(taskId, (body: BodyInput<typeof replyToProposalEndpoint>) =>
    call(replyToProposalEndpoint, { params: { taskId }, body }),
  )
}

export function useAdjudicateTask(taskId: string) {
  return useChange<void>(taskId, (_, expectedRevision) =>
    call(adjudicateTaskEndpoint, { params: { taskId }, body: { expectedRevision } }),
  )
}

export function useApproveTask(taskId: string) {
  return useChange<void>(taskId, (_, expectedRevision) =>
    call(approveTaskEndpoint, { params: { taskId }, body: { expectedRevision } }),
  )
}

export function useRefuseApproval(taskId: string) {
  return useChange(taskId, (comment: string, expectedRevision) =>
    call(refuseApprovalEndpoint, { params: { taskId }, body: { comment, expectedRevision } }),
  )
}
