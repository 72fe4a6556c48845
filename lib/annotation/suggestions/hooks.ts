'use client'

import { useMutation } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { getPoliciesEndpoint, type PolicySetting, setPoliciesEndpoint } from './contract'

/** Sets policies; resolves to all of them as they then are. */
export const useSetPolicies = (projectId: string) =>
  useMutation({
    mutationFn: (policies: PolicySetting[]) => call(setPoliciesEndpoint, { params: { projectId }, body: { policies } }),
  })

/** All policies as they are now. */
export const fetchPolicies = (projectId: string) => call(getPoliciesEndpoint, { params: { projectId } })
