'use client'
import { useMutation } from '@tanstack/react-query'
import type { QueryInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { checkRatingsEndpoint } from './contract'

/** The report on a text of ratings; nothing is stored, here or there. */
export function useCheckRatings() {
  return useMutation({
    mutationFn: ({ text, options }: { text: string; options: QueryInput<typeof checkRatingsEndpoint> }) =>
      call(checkRatingsEndpoint, { query: options, body: text }),
  })
}
