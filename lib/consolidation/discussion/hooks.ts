'use client'
import type { BodyInput } from '@/lib/api/endpoint'
import { call } from '@/lib/client/fetch-json'
import { useChange } from '@/lib/consolidation/hooks'
import {
  acceptLaneEndpoint,
  acceptValueEndpoint,
  callThirdRaterEndpoint,
  objectToValueEndpoint,
  takeBackWordEndpoint,
} from './contract'

/** Says which value one accepts, a partner's or one that is thereby proposed. */
export function useAcceptValue(taskId: string) {
  return useChange(taskId, (body: BodyInput<typeof acceptValueEndpoint>) =>
    call(acceptValueEndpoint, { params: { taskId }, body }),
  )
}

/** Accepts everything that is open on a unit as one lane has it. */
export function useAcceptLane(taskId: string) {
  return useChange(taskId, (body: BodyInput<typeof acceptLaneEndpoint>) =>
    call(acceptLaneEndpoint, { params: { taskId }, body }),
  )
}

export function useTakeBackWord(taskId: string) {
  return useChange(taskId, (body: BodyInput<typeof takeBackWordEndpoint>) =>
    call(takeBackWordEndpoint, { params: { taskId }, body }),
  )
}

export function useObjectToValue(taskId: string) {
  return useChange(taskId, (body: BodyInput<typeof objectToValueEndpoint>) =>
    call(objectToValueEndpoint, { params: { taskId }, body }),
  )
}

export function useCallThirdRater(taskId: string) {
  return useChange(taskId, (reason: string) => call(callThirdRaterEndpoint, { params: { taskId }, body: { reason } }))
}
