'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { prefillKeys } from '@/lib/automation/prefill/hooks'
import { call } from '@/lib/platform/client/fetch-json'
import { importOutputsEndpoint } from './contract'

/** Imports machine outputs from a file; the project's runs are asked for anew. */
export function useImportOutputs(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) =>
      call(importOutputsEndpoint, { params: { projectId }, query: { fileName: file.name }, body: file }),
    onSuccess: () => client.invalidateQueries({ queryKey: prefillKeys.all(projectId) }),
  })
}
