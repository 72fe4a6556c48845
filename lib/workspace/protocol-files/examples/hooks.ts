'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { ApiError } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import { secondFileNames } from '@/lib/protocols/language/record-file-names'
import { importFileEndpoint } from '@/lib/workspace/imports/contract'
import { fileOfFiles } from '@/lib/workspace/imports/file-of-files'
import { createProjectEndpoint } from '@/lib/workspace/projects/contract'
import { type protocolFileBody, publishProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { type ExampleEntry, getExampleEndpoint } from './contract'

/**
 * Publishes an example as it is, unless that was done before, makes a project under it, and imports its records; labels that they have are left
 * alone. Tried again after a failure, it goes on with the project that was made.
 */
export function useStartWithExample() {
  const client = useQueryClient()
  const newProjectId = useRef<string | null>(null)
  return useMutation({
    mutationFn: async ({ name, title }: Pick<ExampleEntry, 'name' | 'title'>) => {
      const example = await call(getExampleEndpoint, { params: { name } })
      const { protocolId } = await publishExample(name, example)
      const about = { name: title, description: '', protocolId }
      newProjectId.current ??= (await call(createProjectEndpoint, { body: about })).id
      const projectId = newProjectId.current
      const [records] = example.files
      if (!records) return { projectId, importId: null }
      const seconds = secondFileNames(example.source)
      const others = example.files.filter(({ name: file }) => file !== records.name && seconds.includes(file))
      const asFile = ({ name: file, text }: (typeof example.files)[number]) => new File([text], file)
      const body = fileOfFiles([asFile(records), ...others.map(asFile)])
      const query = { fileName: body.name, labels: 'ignore' } as const
      const imported = await call(importFileEndpoint, { params: { projectId }, query, body }).catch(
        (error: unknown) => {
          // A project that is gone meanwhile, or put away, would refuse every further try.
          if (error instanceof ApiError && GONE.includes(error.code)) newProjectId.current = null
          throw error
        },
      )
      newProjectId.current = null
      return { projectId, importId: imported.id }
    },
    onSettled: () => client.invalidateQueries(),
  })
}

/** What an import into a project that was deleted, archived or handed over is refused with. */
const GONE: readonly string[] = ['not_found', 'forbidden', 'conflict']

async function publishExample(name: string, body: z.input<typeof protocolFileBody>) {
  try {
    return await call(publishProtocolEndpoint, { body })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    const message = `Another protocol is published here as “${name}”. Choose Copy and adapt, and give this one a name of its own.`
    throw new Error(message, { cause: error })
  }
}
