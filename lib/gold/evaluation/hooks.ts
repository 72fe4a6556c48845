'use client'

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call, urlFor } from '@/lib/platform/client/fetch-json'
import { listen } from '@/lib/platform/client/listen'
import type { Json } from '@/lib/protocols/protocol'
import type { IntervalMethod } from '@/lib/stats/interval-limits'
import {
  addRunEndpoint,
  deleteEvaluationEndpoint,
  getEvaluationEndpoint,
  type LogChoice,
  listEvaluationsEndpoint,
  streamEvaluationsEndpoint,
  uploadPredictionsEndpoint,
} from './contract'
import { type EvaluationReport, getReportEndpoint, listErrorsEndpoint } from './report/contract'
import { isUnderWay } from './rules'

export const evaluationKeys = {
  all: (projectId: string) => ['evaluation', projectId] as const,
  list: (projectId: string) => ['evaluation', projectId, 'list'] as const,
  one: (projectId: string, evaluationId: string, page: number) =>
    ['evaluation', projectId, 'one', evaluationId, page] as const,
  report: (projectId: string, reportRequest: AskedReport) =>
    ['evaluation', projectId, 'report', reportRequest] as const,
  errors: (projectId: string, errorsRequest: AskedErrors) =>
    ['evaluation', projectId, 'errors', errorsRequest] as const,
}

/** What a report is asked for; what is left out has its default. */
export interface AskedReport {
  task: string
  parameters?: Readonly<Record<string, Json>>
  systems?: readonly string[]
  pair?: readonly [string, string]
  likeness?: 'no' | 'yes'
  mcnemar?: 'no' | 'yes'
  method?: IntervalMethod
}

export interface AskedErrors extends AskedReport {
  system: string
  scoring?: string
  page: number
}

/** How often what is under way is asked about, where no stream tells of it. */
const POLL_MS = 2_000
/** The stream says when something changes. */
const STALE_MS = 60_000

export const evaluationsQuery = (projectId: string) =>
  queryOptions({
    queryKey: evaluationKeys.list(projectId),
    queryFn: ({ signal }) => call(listEvaluationsEndpoint, { params: { projectId } }, { signal }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.evaluations.some((each) => isUnderWay(each.state)) ? POLL_MS : false),
  })

export const evaluationQuery = (projectId: string, evaluationId: string, page: number) =>
  queryOptions({
    queryKey: evaluationKeys.one(projectId, evaluationId, page),
    queryFn: ({ signal }) => call(getEvaluationEndpoint, { params: { evaluationId }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })

/** The report; `pending` until the worker has made it. */
export const reportQuery = (projectId: string, reportRequest: AskedReport) =>
  queryOptions({
    queryKey: evaluationKeys.report(projectId, reportRequest),
    queryFn: ({ signal }) =>
      call(getReportEndpoint, { params: { projectId }, query: asText(reportRequest) }, { signal }),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_MS : false),
  })

export const errorsQuery = (projectId: string, { system, scoring, page, ...asked }: AskedErrors) =>
  queryOptions({
    queryKey: evaluationKeys.errors(projectId, { ...asked, system, scoring, page }),
    queryFn: ({ signal }) =>
      call(
        listErrorsEndpoint,
        { params: { projectId }, query: { ...asText(asked), system, scoring, page: String(page) } },
        { signal },
      ),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_MS : false),
  })

/** As addresses and requests carry it. */
export function asText({ task, parameters, systems, pair, likeness, mcnemar, method }: AskedReport) {
  return {
    task,
    parameters: parameters && Object.keys(parameters).length > 0 ? JSON.stringify(parameters) : undefined,
    systems: systems ? JSON.stringify(systems) : undefined,
    pair: pair ? JSON.stringify(pair) : undefined,
    likeness: likeness === 'yes' ? likeness : undefined,
    mcnemar: mcnemar === 'yes' ? mcnemar : undefined,
    method,
  }
}

export function useUploadPredictions(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ task, file, log }: { task: string; file: File; log: LogChoice }) =>
      call(uploadPredictionsEndpoint, {
        params: { projectId },
        query: { task, fileName: file.name, ...log },
        body: file,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: evaluationKeys.list(projectId) }),
  })
}

export function useAddRun(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<typeof addRunEndpoint>) => call(addRunEndpoint, { params: { projectId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: evaluationKeys.all(projectId) }),
  })
}

export function useDeleteEvaluation(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (evaluationId: string) => call(deleteEvaluationEndpoint, { params: { evaluationId } }),
    onSettled: () => client.invalidateQueries({ queryKey: evaluationKeys.all(projectId) }),
  })
}

const toldSchema = z.object({ version: z.string() })

/** Has everything asked for again that the server tells of; the browser reconnects by itself. */
export function useEvaluationStream(projectId: string): void {
  const client = useQueryClient()
  const version = useRef<string | null>(null)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    const ask = () => void client.invalidateQueries({ queryKey: evaluationKeys.all(projectId) })
    const hear = (data: string) => {
      const parsedMessage = toldSchema.safeParse(JSON.parse(data))
      if (!parsedMessage.success || parsedMessage.data.version === version.current) return
      const isNews = version.current !== null
      version.current = parsedMessage.data.version
      if (isNews) ask()
    }
    return listen(urlFor(streamEvaluationsEndpoint, { params: { projectId } }), hear, ask)
  }, [client, projectId])
}

export interface ShownReport {
  /** The report asked for, or the last one of the task while another is being made; null before the first. */
  report: EvaluationReport | null
  state: 'ready' | 'pending' | 'failed'
  /** Has the server said yet what there is? */
  isFetched: boolean
  /** 0 to 1. */
  progress: number
  /** Why there is none, in a sentence. */
  error: string | null
  retry: () => void
}

/** A report as it is made and made anew: what was there stays on screen until the next one is. */
export function useReport(projectId: string, reportRequest: AskedReport): ShownReport {
  const { data, error, refetch } = useQuery(reportQuery(projectId, reportRequest))
  const [last, setLast] = useState<EvaluationReport | null>(null)
  const currentReport = data?.report ?? null
  useEffect(() => {
    if (currentReport) setLast(currentReport)
  }, [currentReport])
  return {
    report: currentReport ?? (last?.task === reportRequest.task ? last : null),
    state: error ? 'failed' : (data?.state ?? 'pending'),
    isFetched: data !== undefined,
    progress: data?.progress ?? 0,
    error: error?.message ?? data?.error ?? null,
    retry: () => void refetch(),
  }
}
