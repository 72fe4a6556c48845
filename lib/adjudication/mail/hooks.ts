'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import {
  chooseMailEndpoint,
  getMailChoiceEndpoint,
  getMailServerEndpoint,
  type MailMode,
  stopMailEndpoint,
} from './contract'

export const mailKeys = { choice: ['account', 'mail'] as const, server: ['mail-server'] as const }

export const mailChoiceQuery = () =>
  queryOptions({
    queryKey: mailKeys.choice,
    queryFn: ({ signal }) => call(getMailChoiceEndpoint, {}, { signal }),
  })

export const mailServerQuery = () =>
  queryOptions({
    queryKey: mailKeys.server,
    queryFn: ({ signal }) => call(getMailServerEndpoint, {}, { signal }),
  })

export function useChooseMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mode: MailMode) => call(chooseMailEndpoint, { body: { mode } }),
    onSuccess: (choice) => client.setQueryData(mailKeys.choice, choice),
  })
}

/** Stops the e-mails of the link that one came by. */
export const useStopMail = () =>
  useMutation({ mutationFn: (token: string) => call(stopMailEndpoint, { params: { token } }) })
