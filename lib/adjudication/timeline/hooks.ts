'use client'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { getTimelineEndpoint, type Timeline } from './contract'

/** What is looked at: a part, and a unit of it. */
export interface TimelineChoice {
  part?: string
  unit?: string
}

export const timelineKeys = {
  part: (taskId: string, { part, unit }: TimelineChoice) => ['timeline', taskId, part ?? null, unit ?? null] as const,
}

export const timelineQuery = (taskId: string, choice: TimelineChoice) =>
  infiniteQueryOptions({
    queryKey: timelineKeys.part(taskId, choice),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(getTimelineEndpoint, { params: { taskId }, query: { ...choice, after: pageParam } }, { signal }),
    getNextPageParam: (last: Timeline) => last.next ?? undefined,
  })
