'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import type { Answers } from '@/lib/protocols/protocol'
import {
  getPracticeEndpoint,
  getPracticeResultEndpoint,
  type PracticeFeedback,
  type PracticeSettings,
  submitPracticeEndpoint,
  updatePracticeEndpoint,
} from './contract'

export const practiceKey = (projectId: string) => ['practice', projectId] as const

export const practiceQuery = (projectId: string) =>
  queryOptions({
    queryKey: practiceKey(projectId),
    queryFn: ({ signal }) => call(getPracticeEndpoint, { params: { projectId } }, { signal }),
  })

interface Place {
  projectId: string
  stage: string
  key: string
}

/** The last attempt at an item that was answered, beside what was expected. */
export const practiceResultQuery = (params: Place) =>
  queryOptions({
    queryKey: ['practice-result', params.projectId, params.stage, params.key],
    queryFn: ({ signal }) => call(getPracticeResultEndpoint, { params }, { signal }),
  })

/** Answers an item; what was expected comes back. `onTaken` is called once the server has the answers, also where the page was left meanwhile. */
export function useSubmitPractice(params: Place, onTaken: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answers: Answers) => call(submitPracticeEndpoint, { params, body: { answers } }),
    onSuccess: (result) => {
      client.setQueryData<PracticeFeedback>(practiceResultQuery(params).queryKey, result)
      onTaken()
    },
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(params.projectId) }),
  })
}

export function useUpdatePractice(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<PracticeSettings>) => call(updatePracticeEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: practiceKey(projectId) }),
  })
}
