'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { signInWithPassword } from '@/lib/platform/client/sign-in'
import type { NewAccount } from '@/lib/workspace/users/contract'
import {
  acceptInvitationEndpoint,
  createInvitationEndpoint,
  listInvitationsEndpoint,
  revokeInvitationEndpoint,
} from './contract'

export const invitationKeys = {
  all: ['invitations'] as const,
  of: (projectId: string | null) => ['invitations', projectId] as const,
}

/** Open invitations to a project; all there are for null. */
export const invitationsQuery = (projectId: string | null) =>
  queryOptions({
    queryKey: invitationKeys.of(projectId),
    queryFn: ({ signal }) => call(listInvitationsEndpoint, { query: projectId ? { projectId } : {} }, { signal }),
  })

export function useCreateInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof createInvitationEndpoint>) => call(createInvitationEndpoint, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationKeys.all }),
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
