'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { signInWithPassword } from '@/lib/platform/client/sign-in'
import type { NewAccount } from '@/lib/workspace/users/contract'
import {
  acceptInvitationEndpoint,
  createInvitationEndpoint,
  inviteManyEndpoint,
  listInvitationsEndpoint,
  renewInvitationEndpoint,
  revokeInvitationEndpoint,
} from './contract'

export const invitationKeys = {
  all: ['invitations'] as const,
  of: (projectId: string | null, part: Part) => ['invitations', projectId, part] as const,
}

interface Part {
  show: 'open' | 'all'
  page: number
}

/** A page of the invitations to a project; of all there are for null. */
export const invitationsQuery = (projectId: string | null, part: Part) =>
  queryOptions({
    queryKey: invitationKeys.of(projectId, part),
    queryFn: ({ signal }) =>
      call(listInvitationsEndpoint, { query: projectId ? { projectId, ...part } : part }, { signal }),
  })

export function useCreateInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof createInvitationEndpoint>) => call(createInvitationEndpoint, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationKeys.all }),
  })
}

/** Makes a link for each of many addresses. */
export function useInviteMany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof inviteManyEndpoint>) => call(inviteManyEndpoint, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationKeys.all }),
  })
}

/** Makes another link for an invitation; the one before it ends. */
export function useRenewInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ invitationId, days }: { invitationId: string; days: number }) =>
      call(renewInvitationEndpoint, { params: { invitationId }, body: { days } }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationKeys.all }),
  })
}

export function useRevokeInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) => call(revokeInvitationEndpoint, { params: { invitationId } }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationKeys.all }),
  })
}

/** Accepts with the account that is signed in. Returns where to go. */
export async function joinWithInvitation(token: string): Promise<string> {
  return destination(await call(acceptInvitationEndpoint, { body: { token } }))
}

/** Accepts with a new account and signs it in. Returns where to go, and what is to be said of its name before. */
export async function acceptWithNewAccount(token: string, account: NewAccount) {
  const accepted = await call(acceptInvitationEndpoint, { body: { token, account } })
  await signInWithPassword(account.email, account.password)
  return { to: destination(accepted), alike: accepted.alike }
}

const destination = ({ projectId }: { projectId: string | null }) => (projectId ? `/projects/${projectId}` : '/')
