'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { signInWithPassword } from '@/lib/platform/client/sign-in'
import {
  changePasswordEndpoint,
  chooseEngineEndpoint,
  choosePasswordEndpoint,
  createResetEndpoint,
  deactivateUserEndpoint,
  type FirstAccount,
  getAccountEndpoint,
  listUsersEndpoint,
  reactivateUserEndpoint,
  removeUserEndpoint,
  renameEndpoint,
  setUpEndpoint,
  setUserRightEndpoint,
  type UsersQuery,
} from './contract'

export const userKeys = {
  account: ['account'] as const,
  engine: ['account', 'search-engine'] as const,
  lists: ['users'] as const,
  list: (query: UsersQuery) => ['users', query] as const,
}

export const accountQuery = () =>
  queryOptions({ queryKey: userKeys.account, queryFn: ({ signal }) => call(getAccountEndpoint, {}, { signal }) })

/** One's own search engine; null: none is named. */
export const engineQuery = () =>
  queryOptions({
    queryKey: userKeys.engine,
    queryFn: async ({ signal }) => (await call(getAccountEndpoint, {}, { signal })).searchEngine,
  })

export const usersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => call(listUsersEndpoint, { query }, { signal }),
  })

/** Makes the first administrator and signs them in. */
export async function setUpAndSignIn(account: FirstAccount): Promise<void> {
  await call(setUpEndpoint, { body: account })
  await signInWithPassword(account.email, account.password)
}

/** Chooses a new password with a reset link, which ends sessions and tokens, and signs in with it. */
export async function choosePasswordAndSignIn(token: string, password: string): Promise<void> {
  const { email } = await call(choosePasswordEndpoint, { body: { token, password } })
  await signInWithPassword(email, password)
}

export function useRename() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(renameEndpoint, { body: { name } }),
    onSuccess: ({ alike: _, ...account }) => client.setQueryData(userKeys.account, account),
  })
}

/** Names one's own search engine; null takes it back. */
export function useChooseEngine() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (searchEngine: string | null) => call(chooseEngineEndpoint, { body: { searchEngine } }),
    onSuccess: (account) => {
      client.setQueryData(userKeys.account, account)
      client.setQueryData(userKeys.engine, account.searchEngine)
    },
  })
}

/**
 * Changes the password, which ends every session, and signs this browser in again. Returns how many tokens ended, and the
 * code of what went wrong with signing in, or null.
 */
export async function changePasswordAndSignIn(email: string, body: BodyInput<typeof changePasswordEndpoint>) {
  const { tokensEnded } = await call(changePasswordEndpoint, { body })
  return { tokensEnded, problem: await signInWithPassword(email, body.newPassword) }
}

/** What an administrator does to an account; every one of them makes the lists stale. */
export function useUserAction() {
  const client = useQueryClient()
  const params = (userId: string) => ({ params: { userId } })
  const actions = {
    promote: (userId: string) => call(setUserRightEndpoint, { ...params(userId), body: { isAdmin: true } }),
    demote: (userId: string) => call(setUserRightEndpoint, { ...params(userId), body: { isAdmin: false } }),
    letCreate: (userId: string) => call(setUserRightEndpoint, { ...params(userId), body: { canCreateProjects: true } }),
    stopCreating: (userId: string) =>
      call(setUserRightEndpoint, { ...params(userId), body: { canCreateProjects: false } }),
    deactivate: (userId: string) => call(deactivateUserEndpoint, params(userId)),
    reactivate: (userId: string) => call(reactivateUserEndpoint, params(userId)),
    remove: (userId: string) => call(removeUserEndpoint, params(userId)),
  }
  return useMutation({
    mutationFn: ({ userId, action }: { userId: string; action: keyof typeof actions }) => actions[action](userId),
    onSuccess: () => client.invalidateQueries({ queryKey: userKeys.lists }),
  })
}

export function useCreateReset() {
  return useMutation({ mutationFn: (userId: string) => call(createResetEndpoint, { params: { userId } }) })
}
