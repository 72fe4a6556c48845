'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/client/fetch-json'
import { prefillKeys } from '@/lib/prefill/hooks'
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
