'use client'

import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { PENDING_MS } from '@/lib/quality/agreement/ledger/contract'
import { getOwnFiguresEndpoint, listPeopleEndpoint, type People } from './contract'

const whilePending = ({ state: { data } }: { state: { data: People | undefined } }) =>
  data?.intervals === 'pending' || (data?.awaited ?? 0) > 0 ? PENDING_MS : false

export const peopleQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['people', projectId] as const,
    queryFn: ({ signal }) => call(listPeopleEndpoint, { params: { projectId } }, { signal }),
    refetchInterval: whilePending,
  })

export const ownFiguresQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['people', projectId, 'me'] as const,
    queryFn: ({ signal }) => call(getOwnFiguresEndpoint, { params: { projectId } }, { signal }),
    refetchInterval: whilePending,
  })
