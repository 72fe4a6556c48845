'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { annotationKeys, readAgainIfShown } from '@/lib/annotation/annotations/hooks'
import type { BodyInput, QueryInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { answerInquiryEndpoint, askManagerEndpoint, listInquiriesEndpoint, withdrawInquiryEndpoint } from './contract'

type ListQuery = QueryInput<typeof listInquiriesEndpoint>

export const inquiryKeys = {
  all: (projectId: string) => ['inquiries', projectId] as const,
  list: (projectId: string, query: ListQuery) => ['inquiries', projectId, query] as const,
}

export const inquiriesQuery = (projectId: string, query: ListQuery) =>
  queryOptions({
    queryKey: inquiryKeys.list(projectId, query),
    queryFn: ({ signal }) => call(listInquiriesEndpoint, { params: { projectId }, query }, { signal }),
  })

/** Sets the task aside with a question; where there is no other to go to, its workbench is read again. */
export function useAskManager(taskId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof askManagerEndpoint>) => call(askManagerEndpoint, { params: { taskId }, body }),
    onSuccess: () => readAgainIfShown(client, annotationKeys.workbench(taskId)),
  })
}

/** Takes a question back; the workbench is read again. */
export function useWithdrawInquiry(taskId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (inquiryId: string) => call(withdrawInquiryEndpoint, { params: { taskId, inquiryId } }),
    onSettled: () => client.invalidateQueries({ queryKey: annotationKeys.workbench(taskId) }),
  })
}

/** Answers; every list of questions is read again, because somebody else may have answered it meanwhile. */
export function useAnswerInquiry(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ inquiryId, answer }: { inquiryId: string; answer: string }) =>
      call(answerInquiryEndpoint, { params: { projectId, inquiryId }, body: { answer } }),
    onSettled: () => client.invalidateQueries({ queryKey: inquiryKeys.all(projectId) }),
  })
}
