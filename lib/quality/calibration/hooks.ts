'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  chooseItemsEndpoint,
  getCalibrationEndpoint,
  removeCalibrationItemEndpoint,
  updateCalibrationEndpoint,
  waiveCalibrationEndpoint,
  withdrawWaiverEndpoint,
} from './contract'

const key = (projectId: string) => ['calibration', projectId] as const

export const calibrationQuery = (projectId: string) =>
  queryOptions({
    queryKey: key(projectId),
    queryFn: ({ signal }) => call(getCalibrationEndpoint, { params: { projectId } }, { signal }),
  })

/** Every change is followed by a fresh reading of the page. */
function useChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key(projectId) }),
  })
}

export const useUpdateCalibration = (projectId: string) =>
  useChange(projectId, (body: BodyInput<typeof updateCalibrationEndpoint>) =>
    call(updateCalibrationEndpoint, { params: { projectId }, body }),
  )

export const useChooseItems = (projectId: string) =>
  useChange(projectId, (body: BodyInput<typeof chooseItemsEndpoint>) =>
    call(chooseItemsEndpoint, { params: { projectId }, body }),
  )

export const useRemoveItem = (projectId: string) =>
  useChange(projectId, (taskId: string) => call(removeCalibrationItemEndpoint, { params: { projectId, taskId } }))

export const useWaive = (projectId: string) =>
  useChange(projectId, ({ userId, reason }: { userId: string; reason: string }) =>
    call(waiveCalibrationEndpoint, { params: { projectId, userId }, body: { reason } }),
  )

export const useWithdrawWaiver = (projectId: string) =>
  useChange(projectId, (userId: string) => call(withdrawWaiverEndpoint, { params: { projectId, userId } }))
