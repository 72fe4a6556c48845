'use client'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@/lib/platform/client/fetch-json'
import { undoStepsEndpoint } from './contract'

export const undoKeys = {
  steps: (annotationId: string) => ['undo', 'steps', annotationId] as const,
}

/** What the event log says can be undone. Read once a visit: from then on the tab's own stack goes on. */
export const undoStepsQuery = (taskId: string, annotationId: string) =>
  queryOptions({
    queryKey: undoKeys.steps(annotationId),
    queryFn: ({ signal }) => call(undoStepsEndpoint, { params: { taskId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
