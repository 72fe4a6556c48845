'use client'
import { useChange } from '@/lib/adjudication/consolidation/hooks'
import { call } from '@/lib/platform/client/fetch-json'
import { callThirdRaterEndpoint } from './contract'

export function useCallThirdRater(taskId: string) {
  return useChange(taskId, (reason: string) => call(callThirdRaterEndpoint, { params: { taskId }, body: { reason } }))
}
