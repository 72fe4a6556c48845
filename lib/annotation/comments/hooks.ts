'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { addCommentEndpoint, listMyNotesEndpoint } from './contract'

export const commentKeys = {
  mine: (taskId: string) => ['comments', taskId, 'mine'] as const,
}

export const myNotesQuery = (taskId: string) =>
  queryOptions({
    queryKey: commentKeys.mine(taskId),
    queryFn: ({ signal }) => call(listMyNotesEndpoint, { params: { taskId } }, { signal }),
  })

/** Adds a remark; the conversation of the task's consolidation is read again. */
export function useAddComment(taskId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof addCommentEndpoint>) => call(addCommentEndpoint, { params: { taskId }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: commentKeys.mine(taskId) }),
        client.invalidateQueries({ queryKey: ['consolidation', taskId] }),
      ]),
  })
}
