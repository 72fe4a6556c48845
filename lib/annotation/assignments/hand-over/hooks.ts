'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { assignmentKeys } from '@/lib/annotation/assignments/hooks'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { handOverEndpoint, previewHandOverEndpoint } from './contract'

type Asked = BodyInput<typeof previewHandOverEndpoint>

/** What would move; asked anew whenever somebody else is chosen. */
export const handOverQuery = (projectId: string, body: Asked) =>
  queryOptions({
    queryKey: [...assignmentKeys.all(projectId), 'hand-over', body] as const,
    queryFn: ({ signal }) => call(previewHandOverEndpoint, { params: { projectId }, body }, { signal }),
    gcTime: 0,
  })

export function useHandOver(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Asked & { fingerprint: string }) => call(handOverEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: assignmentKeys.all(projectId) }),
  })
}
