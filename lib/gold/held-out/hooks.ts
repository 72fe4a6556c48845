'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { releaseKeys } from '@/lib/gold/releases/release/hooks'
import { call } from '@/lib/platform/client/fetch-json'
import { openHeldOutEndpoint } from './contract'

export function useOpenHeldOut(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(openHeldOutEndpoint, { params: { projectId } }),
    onSettled: () => client.invalidateQueries({ queryKey: releaseKeys.all(projectId) }),
  })
}
