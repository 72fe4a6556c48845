'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '@/lib/platform/client/fetch-json'
import { endTourEndpoint, type FirstTasks, keepDefinitionsEndpoint } from './contract'

export const firstTasksKeys = {
  definitions: (projectId: string, stage: string) => ['definitions', projectId, stage] as const,
  tour: ['tour-ended'] as const,
}

/** How far the tour is: the number of its step from 0, or null. Ending it is remembered, on other devices too. */
export function useTour(begins: boolean) {
  const client = useQueryClient()
  const [step, setStep] = useState(() => (begins && !client.getQueryData(firstTasksKeys.tour) ? 0 : null))
  const { mutate } = useMutation({ mutationFn: () => call(endTourEndpoint, {}), retry: 2 })
  return {
    step,
    go: setStep,
    start: () => setStep(0),
    end: () => {
      if (step === null) return
      setStep(null)
      // Pages that the browser still has were made before the tour was ended.
      client.setQueryDefaults(firstTasksKeys.tour, { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData(firstTasksKeys.tour, true)
      mutate()
    },
  }
}
export type Tour = ReturnType<typeof useTour>

/** Whether the definitions of a stage stand open on arrival at its tasks, and how that is changed for the tasks to come. */
export function useDefinitions(
  { projectId, stageKey }: { projectId: string; stageKey: string },
  { closedDefinitions: closed }: Pick<FirstTasks, 'closedDefinitions'>,
) {
  const client = useQueryClient()
  const queryKey = firstTasksKeys.definitions(projectId, stageKey)
  const { mutate } = useMutation({
    mutationFn: (open: boolean) =>
      call(keepDefinitionsEndpoint, { params: { projectId }, body: { stage: stageKey, open } }),
    retry: 2,
    scope: { id: queryKey.join(' ') },
  })
  // The page was made before what was chosen in the tasks since.
  const chosen = client.getQueryData<boolean>(queryKey)
  return {
    open: chosen ?? (closed !== null && !closed.includes(stageKey)),
    keep: (open: boolean) => {
      // For as long as the page is open: from task to task one stays on it.
      client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData(queryKey, open)
      if (closed !== null) mutate(open)
    },
  }
}
