'use client'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { call, urlFor } from '@/lib/platform/client/fetch-json'
import { listen } from '@/lib/platform/client/listen'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { getAgreementEndpoint, streamAgreementEndpoint } from './contract'
import { getMeasureEndpoint, getSlicesEndpoint } from './detail/contract'

export const agreementKeys = {
  /** Everything that is counted of a project's ratings. */
  all: (projectId: string) => ['agreement', projectId] as const,
  overview: (projectId: string) => ['agreement', projectId, 'overview'] as const,
  measure: (projectId: string, stage: string, measure: string) =>
    ['agreement', projectId, 'measure', stage, measure] as const,
  slices: (projectId: string, stage: string, measure: string, by: SliceKind) =>
    ['agreement', projectId, 'slices', stage, measure, by] as const,
}

/** How often intervals are asked for that are being computed, where no stream tells of them. */
const POLL_MS = 5_000
/** The stream says when figures change. */
const STALE_MS = 60_000

interface Told {
  /** Not all figures have intervals, and not all tell of what data they were made. */
  intervals?: 'complete' | 'pending'
  version?: string
}
const isPending = (data: Told | undefined): boolean => data?.intervals === 'pending'
/** Were these figures made of other data? */
const isOf = (version: string, data: Told | undefined): boolean => (data?.version ?? version) === version

/** Every stage and measure over all annotators; the intervals of large projects come later. */
export const agreementQuery = (projectId: string) =>
  queryOptions({
    queryKey: agreementKeys.overview(projectId),
    queryFn: ({ signal }) =>
      call(getAgreementEndpoint, { params: { projectId }, query: { intervals: 'when_quick' } }, { signal }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (isPending(state.data) ? POLL_MS : false),
  })

/** One measure: every two annotators, and annotators with gold and models. */
export const measureQuery = (projectId: string, stage: string, measure: string) =>
  queryOptions({
    queryKey: agreementKeys.measure(projectId, stage, measure),
    queryFn: ({ signal }) => call(getMeasureEndpoint, { params: { projectId, stage, measure } }, { signal }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (isPending(state.data) ? POLL_MS : false),
  })

/** One measure by domain, source, guidelines, arm or week. */
export const slicesQuery = (projectId: string, stage: string, measure: string, by: SliceKind) =>
  queryOptions({
    queryKey: agreementKeys.slices(projectId, stage, measure, by),
    queryFn: ({ signal }) =>
      call(getSlicesEndpoint, { params: { projectId, stage, measure }, query: { by } }, { signal }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (isPending(state.data) ? POLL_MS : false),
  })

const toldSchema = z.object({ version: z.string() })

/**
 * Has figures asked for again when the server tells of other data than those that the page shows, or than it told of
 * before, or of intervals that somebody waits for. The browser reconnects by itself; where no stream comes through,
 * figures are as fresh as the page.
 */
export function useAgreementStream(projectId: string): void {
  const client = useQueryClient()
  const version = useRef<string | null>(null)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    const queryKey = agreementKeys.all(projectId)
    const readActiveData = () => client.getQueriesData<Told>({ queryKey, type: 'active' }).map(([, data]) => data)
    const ask = () => void client.invalidateQueries({ queryKey })
    const hear = (data: string) => {
      const message = toldSchema.safeParse(JSON.parse(data))
      if (!message.success) return
      const isNews = version.current !== null && version.current !== message.data.version
      version.current = message.data.version
      const isOld = readActiveData().some((each) => isPending(each) || !isOf(message.data.version, each))
      if (isNews || isOld) ask()
    }
    return listen(urlFor(streamAgreementEndpoint, { params: { projectId } }), hear, ask)
  }, [client, projectId])
}
