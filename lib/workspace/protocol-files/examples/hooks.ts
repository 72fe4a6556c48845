'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '@/lib/platform/client/fetch-json'
import { importFileEndpoint } from '@/lib/workspace/imports/contract'
import { createProjectEndpoint } from '@/lib/workspace/projects/contract'
import { publishProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { type ExampleEntry, getExampleEndpoint } from './contract'

/**
 * Publishes an example as it is, unless that was done before, makes a project under it, and imports its records; labels that they have are left
 * alone. Tried again after a failure, it goes on with the project that was made.
 */
export function useStartWithExample() {
  const client = useQueryClient()
  const made = useRef<string | null>(null)
  return useMutation({
    mutationFn: async ({ name, title }: Pick<ExampleEntry, 'name' | 'title'>) => {
      const example = await call(getExampleEndpoint, { params: { name } })
      const { protocolId } = await call(publishProtocolEndpoint, { body: example })
      const about = { name: title, description: '', protocolId }
      made.current ??= (await call(createProjectEndpoint, { body: about })).id
      const projectId = made.current
      const [records] = example.files
      if (!records) return { projectId, importId: null }
      const query = { fileName: records.name, labels: 'ignore' } as const
      const imported = await call(importFileEndpoint, { params: { projectId }, query, body: records.text })
      return { projectId, importId: imported.id }
    },
    onSettled: () => client.invalidateQueries(),
  })
}
