'use client'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type Foreseen,
  listForeseenEndpoint,
  openNextTaskEndpoint,
  type Workbench,
} from '@/lib/annotation/annotations/contract'
import { annotationKeys, isBehind } from '@/lib/annotation/annotations/hooks'
import { submissionsQueue } from '@/lib/annotation/annotations/waiting-submissions'
import type { NextTask } from '@/lib/annotation/assignments/contract'
import { askUntilFrozen } from '@/lib/annotation/assignments/hooks'
import { lastConfirmed } from '@/lib/annotation/outbox/local-store'
import { isPassing } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'

/** A task has been open and quiet for so long when what comes next is fetched. */
const QUIET_MS = 1_000
const REFRESH_MS = 60_000

/** What was fetched ahead at the task `after`. */
interface Ahead extends Foreseen {
  after: string
}

export const foreseenQuery = (projectId: string, after: string) =>
  queryOptions({
    // One list a project: what was fetched at the task before is good still when the network is gone.
    queryKey: annotationKeys.foreseen(projectId),
    queryFn: async ({ signal }): Promise<Ahead> => {
      const { tasks } = await call(
        listForeseenEndpoint,
        { params: { projectId }, query: { after, own: 'true' } },
        { signal },
      )
      return { after, tasks }
    },
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Keeps the next of one's own tasks at hand while one works. Nothing of them is opened by that. */
export function useForesight({ projectId, taskId }: Workbench): void {
  const client = useQueryClient()
  useEffect(() => {
    const look = () => void client.prefetchQuery({ ...foreseenQuery(projectId, taskId), staleTime: 0 })
    const first = setTimeout(look, QUIET_MS)
    const interval = setInterval(() => document.visibilityState === 'visible' && look(), REFRESH_MS)
    return () => {
      clearTimeout(first)
      clearInterval(interval)
    }
  }, [client, projectId, taskId])
}

/**
 * Has the workbench of the next task in the cache where it was fetched ahead and is the person's own: it is opened on arrival. Returns a function
 * that says which task that is, or null where the server decides which one is next.
 */
export function useOwnNext(workbench: Workbench): () => string | null {
  const client = useQueryClient()
  return () => {
    const foreseenTask = ownAhead(client, workbench, leftTasks(workbench))
    return foreseenTask?.isCurrent ? goTo(client, foreseenTask.workbench).taskId : null
  }
}

/**
 * Gets the next task and has its workbench in the cache, where `useOwnNext` knows none: the server decides which one it is, and opens it in the
 * same request. Without the network, what is one's own comes next
 * however long ago it was fetched. `ready` is false where only the page itself can say what stands before the task. Throws ApiError.
 */
export function useNextWorkbench(workbench: Workbench) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<NextTask & { ready: boolean }> => {
      const left = leftTasks(workbench)
      const foreseenTask = ownAhead(client, workbench, left)
      try {
        const params = { projectId: workbench.projectId }
        const next = await askUntilFrozen(() => call(openNextTaskEndpoint, { params }))
        // For the server, what still waits to be submitted is open.
        if (foreseenTask && next.taskId && left.has(next.taskId)) return goTo(client, foreseenTask.workbench)
        if (next.workbench) client.setQueryData(annotationKeys.workbench(next.workbench.taskId), next.workbench)
        return { taskId: next.taskId, reason: next.reason, ready: next.workbench !== null }
      } catch (error) {
        if (!foreseenTask || !isPassing(error)) throw error
        return goTo(client, foreseenTask.workbench)
      }
    },
  })
}

/** The open one, and those that wait to be submitted. */
const leftTasks = ({ userId, taskId }: Workbench): ReadonlySet<string> =>
  new Set([
    taskId,
    ...submissionsQueue(userId)
      .all()
      .flatMap((each) => (each.problem === null ? [each.taskId] : [])),
  ])

/**
 * The first of the person's own tasks that were fetched ahead and that they have not left or, here or in another tab, submitted since. `isCurrent`:
 * it is the very next one, still theirs, and was fetched at this task, not longer ago than it is fetched again.
 */
function ownAhead(client: QueryClient, { userId, projectId, taskId }: Workbench, left: ReadonlySet<string>) {
  const state = client.getQueryState<Ahead>(annotationKeys.foreseen(projectId))
  const foreseenTask = state?.data?.tasks.find(
    ({ held, workbench }) =>
      held && !left.has(workbench.taskId) && !isBehind(workbench, lastConfirmed(userId, workbench.annotationId)),
  )
  if (!state || !foreseenTask) return null
  const { next, workbench } = foreseenTask
  const isFresh = state.data?.after === taskId && Date.now() - state.dataUpdatedAt < REFRESH_MS + QUIET_MS
  const isKept = workbench.expiresAt === null || Date.parse(workbench.expiresAt) > Date.now()
  return { workbench, isCurrent: next && isFresh && isKept }
}

/** Has a workbench that was fetched ahead in the cache, unless the task was open here already: old from the start, so that arriving there opens it. */
function goTo(client: QueryClient, foreseen: Workbench): NextTask & { ready: boolean } {
  const queryKey = annotationKeys.workbench(foreseen.taskId)
  const cachedWorkbench = client.getQueryData<Workbench>(queryKey)
  if (cachedWorkbench?.mode !== 'editing' || cachedWorkbench.annotationId !== foreseen.annotationId)
    client.setQueryData(queryKey, foreseen, { updatedAt: 1 })
  return { taskId: foreseen.taskId, reason: null, ready: true }
}
