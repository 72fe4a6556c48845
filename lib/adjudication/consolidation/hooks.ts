'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCountedTime } from '@/lib/annotation/annotations/heartbeat/hooks'
import { ApiError } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import {
  adjudicateTaskEndpoint,
  approveTaskEndpoint,
  type ConsolidationView,
  countDeskTimeEndpoint,
  type DeskWork,
  getConsolidationEndpoint,
  refuseApprovalEndpoint,
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

/** What the reader can do here now, as work whose time is counted; null: they only read. */
const deskWorkOf = ({ adjudicate, approve, discuss, reply }: ConsolidationView['abilities']): DeskWork | null =>
  adjudicate ? 'adjudication' : approve ? 'approval' : discuss || reply ? 'discussion' : null

/** Counts the reader's active time at the desk, as the workbench counts it, while there is something for them to do. */
export function useDeskTime({ taskId, userId, abilities }: ConsolidationView): void {
  const work = deskWorkOf(abilities)
  const send = useMemo(
    () =>
      work &&
      ((activeSeconds: number, options: { keepalive: boolean }) =>
        call(countDeskTimeEndpoint, { params: { taskId }, body: { work, activeSeconds } }, { ...options, as: userId })),
    [taskId, userId, work],
  )
  useCountedTime(send)
}
