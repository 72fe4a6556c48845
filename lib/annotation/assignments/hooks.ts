'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { annotationKeys, readAgainIfShown } from '@/lib/annotation/annotations/hooks'
import type { BodyInput, QueryInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  assignTasksEndpoint,
  listAssignmentsEndpoint,
  type NextTask,
  nextTaskEndpoint,
  reassignTaskEndpoint,
  skipAssignmentEndpoint,
} from './contract'

type ListQuery = QueryInput<typeof listAssignmentsEndpoint>

export const assignmentKeys = {
  all: (projectId: string) => ['assignments', projectId] as const,
  list: (projectId: string, query: ListQuery) => ['assignments', projectId, query] as const,
}

export const assignmentsQuery = (projectId: string, query: ListQuery) =>
  queryOptions({
    queryKey: assignmentKeys.list(projectId, query),
    queryFn: ({ signal }) => call(listAssignmentsEndpoint, { params: { projectId }, query }, { signal }),
  })

const ASK_AGAIN_MS = 1000
/** A submission can be taken back for much less time than this asks for it. */
const MOST_ASKED = 60

/**
 * Asks for the next task. Where that depends on a submission that can still be taken back, it is asked for until
 * the submission is frozen: nobody has to know that, and come back.
 */
export async function askUntilFrozen<Next extends NextTask>(ask: () => Promise<Next>): Promise<Next> {
  for (let attempt = 1; ; attempt++) {
    const next = await ask()
    if (next.reason !== 'waits_for_submission' || attempt === MOST_ASKED) return next
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}

/** Continues the open task or takes the next one, as `askUntilFrozen` does. */
export const askForNextTask = (projectId: string): Promise<NextTask> =>
  askUntilFrozen(() => call(nextTaskEndpoint, { params: { projectId } }))

/** As `askForNextTask`. */
export function useNextTask(projectId: string) {
  return useMutation({ mutationFn: () => askForNextTask(projectId) })
}

/** Takes the next task in the first of these projects that has one for the reader; else says why one has none, first where practice would change it. */
export function useNextTaskIn() {
  return useMutation({
    mutationFn: async (projectIds: readonly string[]) => {
      let last: { projectId: string; next: NextTask } | null = null
      for (const projectId of projectIds) {
        const next = await askForNextTask(projectId)
        if (next.taskId) return { projectId, next }
        if (last?.next.reason !== 'practice_first') last = { projectId, next }
      }
      return last
    },
  })
}

/** Gives the task back with a reason; where there is no other to go to, its workbench is read again. */
export function useSkipAssignment(taskId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => call(skipAssignmentEndpoint, { params: { taskId }, body: { reason } }),
    onSuccess: () => readAgainIfShown(client, annotationKeys.workbench(taskId)),
  })
}

export function useAssignTasks(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof assignTasksEndpoint>) =>
      call(assignTasksEndpoint, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: assignmentKeys.all(projectId) }),
  })
}

export function useReassignTask(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ taskId, ...body }: { taskId: string; fromUserId: string; toUserId: string | null }) =>
      call(reassignTaskEndpoint, { params: { taskId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: assignmentKeys.all(projectId) }),
  })
}
