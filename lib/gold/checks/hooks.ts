'use client'
import { useMutation } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { overrideLabelEndpoint } from './contract'

/** Sets the label of an item by hand, or takes that back. */
export function useOverrideLabel(itemId: string) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof overrideLabelEndpoint>) =>
      call(overrideLabelEndpoint, { params: { itemId }, body }),
  })
}
