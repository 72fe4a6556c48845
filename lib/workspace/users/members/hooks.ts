'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  addMemberEndpoint,
  listMembersEndpoint,
  removeMemberEndpoint,
  updateMemberEndpoint,
  updateMembersEndpoint,
} from './contract'

export const memberKeys = { of: (projectId: string) => ['members', projectId] as const }

export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: memberKeys.of(projectId),
    queryFn: ({ signal }) => call(listMembersEndpoint, { params: { projectId } }, { signal }),
  })

export function useAddMember(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof addMemberEndpoint>) => call(addMemberEndpoint, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: memberKeys.of(projectId) }),
  })
}

export function useUpdateMember(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, ...body }: { userId: string } & BodyInput<typeof updateMemberEndpoint>) =>
      call(updateMemberEndpoint, { params: { projectId, userId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: memberKeys.of(projectId) }),
  })
}

/** After a conflict too, the page shows what holds now. */
export function useUpdateMembers(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateMembersEndpoint>) =>
      call(updateMembersEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: memberKeys.of(projectId) }),
  })
}

export function useRemoveMember(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => call(removeMemberEndpoint, { params: { projectId, userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: memberKeys.of(projectId) }),
  })
}
