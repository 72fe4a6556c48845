'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { agreementKeys } from '@/lib/quality/agreement/hooks'
import { type DifficultyQuery, getCausesEndpoint, getDifficultyEndpoint, getDiscussionEndpoint } from './contract'

/** Below the keys of agreement, so that its stream brings these up to date as well. */
export const disagreementKeys = {
  difficulty: (projectId: string, stage: string, query: DifficultyQuery) =>
    [...agreementKeys.all(projectId), 'difficulty', stage, query] as const,
  causes: (projectId: string, stage: string) => [...agreementKeys.all(projectId), 'causes', stage] as const,
  discussion: (projectId: string, stage: string) => [...agreementKeys.all(projectId), 'discussion', stage] as const,
}

const STALE_MS = 60_000

export const difficultyQuery = (projectId: string, stage: string, query: DifficultyQuery) =>
  queryOptions({
    queryKey: disagreementKeys.difficulty(projectId, stage, query),
    queryFn: ({ signal }) => call(getDifficultyEndpoint, { params: { projectId, stage }, query }, { signal }),
    staleTime: STALE_MS,
  })

export const causesQuery = (projectId: string, stage: string) =>
  queryOptions({
    queryKey: disagreementKeys.causes(projectId, stage),
    queryFn: ({ signal }) => call(getCausesEndpoint, { params: { projectId, stage } }, { signal }),
    staleTime: STALE_MS,
  })

export const discussionQuery = (projectId: string, stage: string) =>
  queryOptions({
    queryKey: disagreementKeys.discussion(projectId, stage),
    queryFn: ({ signal }) => call(getDiscussionEndpoint, { params: { projectId, stage } }, { signal }),
    staleTime: STALE_MS,
  })
