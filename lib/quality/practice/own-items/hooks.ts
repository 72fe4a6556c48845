'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { practiceKey } from '@/lib/quality/practice/hooks'
import {
  addItemEndpoint,
  findCandidateEndpoint,
  getManagedPracticeEndpoint,
  removePracticeItemEndpoint,
} from './contract'

/** Below the practice of the project: whatever changes that, changes this. */
export const managedPracticeQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...practiceKey(projectId), 'managed'],
    queryFn: ({ signal }) => call(getManagedPracticeEndpoint, { params: { projectId } }, { signal }),
  })

export const useFindCandidate = (projectId: string) =>
  useMutation({
    mutationFn: (query: { stage: string; position: number }) =>
      call(findCandidateEndpoint, { params: { projectId }, query }),
  })

export const useAddItem = (projectId: string) =>
  useChange(projectId, (body: BodyInput<typeof addItemEndpoint>) =>
    call(addItemEndpoint, { params: { projectId }, body }),
  )

export const useRemoveItem = (projectId: string) =>
  useChange(projectId, (itemId: string) => call(removePracticeItemEndpoint, { params: { projectId, itemId } }))

function useChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(projectId) }),
  })
}
