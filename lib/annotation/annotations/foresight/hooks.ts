'use client'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Foreseen, listForeseenEndpoint, type Workbench } from '@/lib/annotation/annotations/contract'
import { annotationKeys, workbenchQuery } from '@/lib/annotation/annotations/hooks'
import { submissionsQueue } from '@/lib/annotation/annotations/waiting-submissions'
import type { NextTask } from '@/lib/annotation/assignments/contract'
import { askForNextTask } from '@/lib/annotation/assignments/hooks'
import { isPassing } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'

/** A task has been open and quiet for so long when what comes next is fetched. */
const QUIET_MS = 1_000
const REFRESH_MS = 60_000

export const foreseenQuery = (projectId: string, after: string) =>
  queryOptions({
    // One list a project: what was fetched at the task before is good still when the network is gone.
    queryKey: annotationKeys.foreseen(projectId),
    queryFn: ({ signal }) => call(listForeseenEndpoint, { params: { projectId }, query: { after } }, { signal }),
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Keeps the next tasks at hand while one works. Nothing of them is opened by that. */
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
 * Gets the next task and has its workbench in the cache: as it was fetched ahead, else opened now. The server decides which one
 * it is; without the network, it is the next that is the person's own in any case. `ready` is false where only the page
 * itself can say what stands before the task. Throws ApiError.
 */
export function useNextWorkbench(workbench: Workbench) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<NextTask & { ready: boolean }> => {
      const next = await askNext(client, workbench)
      const ready = next.taskId !== null && (await makeReady(client, workbench.projectId, next.taskId))
      return { ...next, ready }
    },
  })
}

const foreseenIn = (client: QueryClient, projectId: string) =>
  client.getQueryData<Foreseen>(annotationKeys.foreseen(projectId))?.tasks ?? []

async function askNext(client: QueryClient, workbench: Workbench): Promise<NextTask> {
  const { userId, projectId, taskId } = workbench
  const done = new Set([
    taskId,
    ...submissionsQueue(userId)
      .all()
      .filter((each) => each.problem === null)
      .map((each) => each.taskId),
  ])
  const own = foreseenIn(client, projectId).find(({ held, workbench }) => held && !done.has(workbench.taskId))
  const instead = own && { taskId: own.workbench.taskId, reason: null }
  try {
    const next = await askForNextTask(projectId)
    // For the server, what still waits to be submitted is open.
    return instead && next.taskId && next.taskId !== instead.taskId && done.has(next.taskId) ? instead : next
  } catch (error) {
    if (!instead || !isPassing(error)) throw error
    return instead
  }
}

/** Has a task's workbench in the cache; false where the server would not open it. */
async function makeReady(client: QueryClient, projectId: string, taskId: string): Promise<boolean> {
  const queryKey = annotationKeys.workbench(taskId)
  const known = client.getQueryData<Workbench>(queryKey)
  const foreseen = foreseenIn(client, projectId).find(({ workbench }) => workbench.taskId === taskId)?.workbench
  if (known?.mode === 'editing' && known.annotationId === (foreseen ?? known).annotationId) return true
  if (foreseen) {
    // Old from the start, so that arriving there opens it.
    client.setQueryData(queryKey, foreseen, { updatedAt: 1 })
    return true
  }
  try {
    await client.fetchQuery({ ...workbenchQuery(taskId), staleTime: 0 })
    return true
  } catch (error) {
    if (isPassing(error)) throw error
    return false
  }
}
