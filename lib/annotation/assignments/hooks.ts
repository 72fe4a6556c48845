'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput, QueryInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { askForNextTask } from './ask-for-next-task'
import {
  assignTasksEndpoint,
  listAssignmentsEndpoint,
  type NextTask,
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

/** Continues the open task or takes the next one. */
export function useNextTask(projectId: string) {
  return useMutation({ mutationFn: () => askForNextTask(projectId) })
}

/** Takes the next task in the first of these projects that has one for the reader; else says why the last has none. */
export function useNextTaskIn() {
  return useMutation({
    mutationFn: async (projectIds: readonly string[]) => {
      let last: { projectId: string; next: NextTask } | null = null
      for (const projectId of projectIds) {
        last = { projectId, next: await askForNextTask(projectId) }
        if (last.next.taskId) break
      }
      return last
    },
  })
}

/** Gives the task back with a reason. */
export function useSkipAssignment(taskId: string) {
  return useMutation({
    mutationFn: (reason: string) => call(skipAssignmentEndpoint, { params: { taskId }, body: { reason } }),
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
