'use client'

import { useMutation } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { readSampleEndpoint, SAMPLE_BYTES } from './contract'

/** What a file could be, by its beginning. */
export function useReadSample() {
  return useMutation({
    mutationFn: (file: File) =>
      call(readSampleEndpoint, { query: { byteSize: file.size }, body: file.slice(0, SAMPLE_BYTES) }),
  })
}
