'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { createAuditEndpoint, listAuditsEndpoint } from './contract'

export const auditKeys = { list: (projectId: string) => ['audits', projectId] as const }

export const auditsQuery = (projectId: string) =>
  queryOptions({
    queryKey: auditKeys.list(projectId),
    queryFn: ({ signal }) => call(listAuditsEndpoint, { params: { projectId } }, { signal }),
  })

/** Draws a sample into a project of its own. */
export function useCreateAudit(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof createAuditEndpoint>) =>
      call(createAuditEndpoint, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: auditKeys.list(projectId) }),
  })
}
