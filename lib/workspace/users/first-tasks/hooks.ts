'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { isPassing } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import { shouldRetry } from '@/lib/platform/client/query-client'
import { storedTexts } from '@/lib/platform/client/stored-texts'
import { endTourEndpoint, type FirstTasks, keepDefinitionsEndpoint } from './contract'

export const firstTasksKeys = {
  definitions: (projectId: string, stage: string) => ['definitions', projectId, stage] as const,
  tour: ['tour-ended'] as const,
}

/** What was closed here and the server does not have yet. Every name says whose it is: browsers are shared. */
const unsent = storedTexts(() => localStorage, 'assay-first-tasks/')

interface Sending<Choice> {
  /** Of the choice in the cache of the page, for pages that were made before. */
  queryKey: readonly string[]
  meaningOf(choice: string): Choice
  send(choice: string): Promise<unknown>
}

/**
 * Sends what somebody chose, as theirs, and keeps it on this device until the server has it or refuses it: what could not be sent is sent when this is
 * drawn again, which may be days later. A later choice takes the place of an earlier one.
 */
function useSentLater<Choice>(name: string, { queryKey, meaningOf, send }: Sending<Choice>) {
  const client = useQueryClient()
  const remember = (choice: string) => {
    // For as long as the page is open: from task to task one stays on it.
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(queryKey, meaningOf(choice))
  }
  // The one that was sent, unless somebody has chosen anew since.
  const forget = (choice: string) => {
    if (unsent.read(name) === choice) unsent.write(name, null)
  }
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: send,
    retry: shouldRetry,
    scope: { id: queryKey.join(' ') },
    onSuccess: (_, choice) => forget(choice),
    onError: (error, choice) => {
      // A session that ran out, or a browser that is somebody else's by now, refuses nothing.
      if (!isPassing(error)) forget(choice)
    },
  })
  const sendRest = useEffectEvent((of: string) => {
    const choice = unsent.read(of)
    if (choice === null || client.isMutating({ mutationKey: queryKey }) > 0) return
    remember(choice)
    mutate(choice)
  })
  useEffect(() => sendRest(name), [name])
  const unsentChoice = useSyncExternalStore(
    unsent.subscribe,
    () => unsent.read(name),
    () => null,
  )
  // What another tab chose holds here too once the server has it and nothing is kept any more.
  const heard = useEffectEvent(remember)
  useEffect(() => {
    if (unsentChoice !== null) heard(unsentChoice)
  }, [unsentChoice])
  const choose = (choice: string, isSent: boolean) => {
    remember(choice)
    if (!isSent) return
    unsent.write(name, choice)
    mutate(choice)
  }
  return { kept: unsentChoice, choose }
}

/** How far the tour is: the number of its step from 0, or null. Ending it is remembered, on other devices too. */
export function useTour(userId: string, begins: boolean) {
  const client = useQueryClient()
  const { kept, choose } = useSentLater(`${userId}/tour`, {
    queryKey: firstTasksKeys.tour,
    meaningOf: () => true,
    send: () => call(endTourEndpoint, {}, { as: userId }),
  })
  const [reached, setStep] = useState(begins ? 0 : null)
  const [isAskedFor, setAskedFor] = useState(false)
  // Pages that the browser still has were made before the tour was ended.
  const isEnded = kept !== null || client.getQueryData(firstTasksKeys.tour) === true
  const step = isEnded && !isAskedFor ? null : reached
  return {
    step,
    go: setStep,
    start: () => {
      setAskedFor(true)
      setStep(0)
    },
    end: () => {
      if (step === null) return
      setStep(null)
      choose('ended', true)
    },
  }
}
export type Tour = ReturnType<typeof useTour>

interface StageOfPerson {
  userId: string
  projectId: string
  stageKey: string
}

/** Whether the definitions of a stage stand open on arrival at its tasks, and how that is changed for the tasks to come. */
export function useDefinitions(
  { userId, projectId, stageKey }: StageOfPerson,
  { closedDefinitions: closed }: Pick<FirstTasks, 'closedDefinitions'>,
) {
  const client = useQueryClient()
  const queryKey = firstTasksKeys.definitions(projectId, stageKey)
  const { kept, choose } = useSentLater(`${userId}/definitions/${projectId}/${stageKey}`, {
    queryKey,
    meaningOf: (choice) => choice === 'open',
    send: (choice) =>
      call(
        keepDefinitionsEndpoint,
        { params: { projectId }, body: { stage: stageKey, open: choice === 'open' } },
        { as: userId },
      ),
  })
  // The page was made before what was chosen in the tasks since, here or on a page that could not send it.
  const chosen = client.getQueryData<boolean>(queryKey)
  const before = kept === null ? closed !== null && !closed.includes(stageKey) : kept === 'open'
  return {
    open: chosen ?? before,
    // Nothing is kept for people who are no members.
    keep: (open: boolean) => choose(open ? 'open' : 'closed', closed !== null),
  }
}
