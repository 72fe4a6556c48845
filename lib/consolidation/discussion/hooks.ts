'use client'
import { call } from '@/lib/client/fetch-json'
import { useChange } from '@/lib/consolidation/hooks'
import { callThirdRaterEndpoint } from './contract'

export function useCallThirdRater(taskId: string) {
  return useChange(taskId, (reason: string) => call(callThirdRaterEndpoint, { params: { taskId }, body: { reason } }))
}
