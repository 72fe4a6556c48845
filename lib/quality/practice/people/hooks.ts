'use client'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { practiceKey } from '@/lib/quality/practice/hooks'
import { listPracticePeopleEndpoint, waivePracticeEndpoint, withdrawPracticeWaiverEndpoint } from './contract'

/** Below the practice of the project: whatever changes that, changes this. */
export const practicePeopleQuery = (projectId: string, page: number) =>
  queryOptions({
    queryKey: [...practiceKey(projectId), 'people', page],
    queryFn: ({ signal }) => call(listPracticePeopleEndpoint, { params: { projectId }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const useWaivePractice = (projectId: string) =>
  useChange(projectId, ({ userId, reason }: { userId: string; reason: string }) =>
    call(waivePracticeEndpoint, { params: { projectId, userId }, body: { reason } }),
  )

export const useWithdrawWaiver = (projectId: string) =>
  useChange(projectId, (userId: string) => call(withdrawPracticeWaiverEndpoint, { params: { projectId, userId } }))

function useChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(projectId) }),
  })
}
