'use client'

import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call, urlFor } from '@/lib/platform/client/fetch-json'
import {
  actOnRunEndpoint,
  getRunEndpoint,
  listRunItemsEndpoint,
  listRunsEndpoint,
  type RunItemState,
  type RunView,
  runSchema,
  startRunEndpoint,
  streamRunEndpoint,
} from './contract'
import { startGenerationEndpoint } from './generation/contract'
import { isUnderWay } from './rules'
import { getPrefillEndpoint, updatePrefillEndpoint } from './settings/contract'
import { applyTriageEndpoint, getTriageEndpoint } from './triage/contract'
import { tryStepEndpoint } from './trials/contract'

export const prefillKeys = {
  all: (projectId: string) => ['prefill', projectId] as const,
  overview: (projectId: string) => ['prefill', projectId, 'overview'] as const,
  runs: (projectId: string) => ['prefill', projectId, 'runs'] as const,
  run: (projectId: string, runId: string) => ['prefill', projectId, 'run', runId] as const,
  items: (projectId: string, runId: string, state?: RunItemState) =>
    ['prefill', projectId, 'items', runId, state ?? 'all'] as const,
  triage: (projectId: string, runId: string) => ['prefill', projectId, 'triage', runId] as const,
}

/** How often runs are asked about where no stream tells of them. */
const POLL_MS = 2_000

/** What machines can do for the project, and what they may use and spend. */
export const prefillQuery = (projectId: string) =>
  queryOptions({
    queryKey: prefillKeys.overview(projectId),
    queryFn: ({ signal }) => call(getPrefillEndpoint, { params: { projectId } }, { signal }),
  })

export function useUpdatePrefill(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof updatePrefillEndpoint>) =>
      call(updatePrefillEndpoint, { params: { projectId }, body }),
    onSuccess: (overview) => client.setQueryData(prefillQuery(projectId).queryKey, overview),
  })
}

/** The project's runs, latest first; asked for again while one of them goes on. */
export const runsQuery = (projectId: string) =>
  queryOptions({
    queryKey: prefillKeys.runs(projectId),
    queryFn: ({ signal }) => call(listRunsEndpoint, { params: { projectId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? POLL_MS : false),
  })

export const runQuery = (projectId: string, runId: string) =>
  queryOptions({
    queryKey: prefillKeys.run(projectId, runId),
    queryFn: ({ signal }) => call(getRunEndpoint, { params: { projectId, runId } }, { signal }),
  })

/**
 * Puts the run into the cache under `queryKey` whenever the server tells of it. Returns whether the stream is open;
 * while it is not, the caller asks by itself. The browser reconnects by itself until the server refuses it.
 */
function useRunStream(projectId: string, runId: string, queryKey: QueryKey): boolean {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    const source = new EventSource(urlFor(streamRunEndpoint, { params: { projectId, runId } }))
    source.onopen = () => setOpen(true)
    source.onerror = () => setOpen(false)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const run = runSchema.safeParse(JSON.parse(data))
      if (run.success) client.setQueryData(JSON.parse(key), run.data)
    }
    return () => source.close()
  }, [client, projectId, runId, key])
  return isOpen
}

/** A run as it goes on: told by the server, or asked for every two seconds where the stream does not come through. */
export function useRun(projectId: string, runId: string, initialData?: RunView) {
  const isStreaming = useRunStream(projectId, runId, prefillKeys.run(projectId, runId))
  return useQuery({
    ...runQuery(projectId, runId),
    initialData,
    refetchInterval: ({ state }) => (!isStreaming && state.data && isUnderWay(state.data) ? POLL_MS : false),
  })
}

/** The run's items, page by page; of one state, where it is given. */
export const runItemsQuery = (projectId: string, runId: string, state?: RunItemState) =>
  infiniteQueryOptions({
    queryKey: prefillKeys.items(projectId, runId, state),
    initialPageParam: 0,
    queryFn: ({ signal, pageParam }) =>
      call(listRunItemsEndpoint, { params: { projectId, runId }, query: { state, after: pageParam } }, { signal }),
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })

/** After a command on runs: lists, cost and items of the project are stale; the run itself is what came back. */
function useRunChanged(projectId: string) {
  const client = useQueryClient()
  return (run: RunView) => {
    client.setQueryData(runQuery(projectId, run.id).queryKey, run)
    return Promise.all([
      client.invalidateQueries({ queryKey: prefillKeys.runs(projectId) }),
      client.invalidateQueries({ queryKey: prefillKeys.overview(projectId) }),
      client.invalidateQueries({ queryKey: ['prefill', projectId, 'items', run.id] }),
    ])
  }
}

/**
 * Gives each request to start a run an id, and the same one while it has not come through: where the run was started and the answer was lost,
 * starting it again finds that run.
 */
function useRunIds<Body extends { runId?: string | undefined }, Run>(start: (body: Body) => Promise<Run>) {
  const ids = useRef(new Map<string, string>())
  return async (body: Body): Promise<Run> => {
    const request = JSON.stringify(body)
    const runId = ids.current.get(request) ?? uuidv4()
    ids.current.set(request, runId)
    const run = await start({ ...body, runId })
    ids.current.delete(request)
    return run
  }
}

export function useStartRun(projectId: string) {
  const onSuccess = useRunChanged(projectId)
  const mutationFn = useRunIds((body: BodyInput<typeof startRunEndpoint>) =>
    call(startRunEndpoint, { params: { projectId }, body }),
  )
  return useMutation({ mutationFn, onSuccess })
}

export function useStartGeneration(projectId: string) {
  const onSuccess = useRunChanged(projectId)
  const mutationFn = useRunIds((body: BodyInput<typeof startGenerationEndpoint>) =>
    call(startGenerationEndpoint, { params: { projectId }, body }),
  )
  return useMutation({ mutationFn, onSuccess })
}

/** Pauses, resumes or cancels a run, or tries its failed items again. */
export function useActOnRun(projectId: string, runId: string) {
  const onSuccess = useRunChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof actOnRunEndpoint>) =>
      call(actOnRunEndpoint, { params: { projectId, runId }, body }),
    onSuccess,
  })
}

/** Tries steps on one item; nothing is written but the cost. */
export function useTryStep(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof tryStepEndpoint>) => call(tryStepEndpoint, { params: { projectId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: prefillKeys.overview(projectId) }),
  })
}

export const triageQuery = (projectId: string, runId: string) =>
  queryOptions({
    queryKey: prefillKeys.triage(projectId, runId),
    queryFn: ({ signal }) => call(getTriageEndpoint, { params: { projectId, runId } }, { signal }),
  })

export function useApplyTriage(projectId: string, runId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof applyTriageEndpoint>) =>
      call(applyTriageEndpoint, { params: { projectId, runId }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: prefillKeys.triage(projectId, runId) }),
        client.invalidateQueries({ queryKey: ['items', projectId] }),
      ]),
  })
}
