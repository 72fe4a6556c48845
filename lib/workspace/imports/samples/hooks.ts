'use client'

import { useMutation } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { readSampleEndpoint } from './contract'
import { excerptToSend } from './excerpt-to-send'

/** What a file could be, by its beginning. */
export function useReadSample() {
  return useMutation({
    mutationFn: async (file: File) => {
      const { body, parts } = await excerptToSend(file)
      const query = { byteSize: file.size, ...(parts && { parts: parts.map((part) => part.join('-')).join(',') }) }
      return call(readSampleEndpoint, { query, body })
    },
  })
}
