'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { assignmentKeys } from '@/lib/annotation/assignments/hooks'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { assignByRuleEndpoint, previewByRuleEndpoint } from './contract'

export type ByRuleInput = BodyInput<typeof previewByRuleEndpoint>

/** Asks what the rules would give to whom. */
export function usePreviewByRule(projectId: string) {
  return useMutation({
    mutationFn: (body: ByRuleInput) => call(previewByRuleEndpoint, { params: { projectId }, body }),
  })
}

/** Carries out what was previewed. */
export function useAssignByRule(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ByRuleInput & { fingerprint: string }) =>
      call(assignByRuleEndpoint, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: assignmentKeys.all(projectId) }),
  })
}
