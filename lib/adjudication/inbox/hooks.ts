'use client'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, urlFor } from '@/lib/platform/client/fetch-json'
import { listen } from '@/lib/platform/client/listen'
import { getInboxEndpoint, getRevealEndpoint, inboxCountSchema, streamInboxEndpoint } from './contract'

export const inboxKeys = { all: ['inbox'] as const, reveal: (taskId: string) => ['inbox', 'reveal', taskId] as const }

export const inboxQuery = queryOptions({
  queryKey: inboxKeys.all,
  queryFn: ({ signal }) => call(getInboxEndpoint, {}, { signal }),
  // Whoever comes back has decided something meanwhile: what was shown before is not kept.
  staleTime: 0,
  gcTime: 0,
})

/** What became of one's own submission of a task; asked again whenever other decisions wait than before. */
export const revealQuery = (taskId: string) =>
  queryOptions({
    queryKey: inboxKeys.reveal(taskId),
    queryFn: ({ signal }) => call(getRevealEndpoint, { params: { taskId } }, { signal }),
    staleTime: 0,
  })

/** Calls back once the page is seen and whenever it is again, with what ends it: a page in the background holds no connection. */
function whileSeen(begin: () => () => void): () => void {
  let end: (() => void) | undefined
  const look = () => {
    const isSeen = document.visibilityState === 'visible'
    if (isSeen) end ??= begin()
    else {
      end?.()
      end = undefined
    }
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    end?.()
  }
}

/**
 * How many decisions wait for the reader, as the server tells it; null until it has. An inbox that is shown is asked for again when
 * other decisions wait than before.
 */
export function useWaitingCount(): number | null {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<number | null>(null)
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    let version: string | null = null
    const refresh = () => void client.invalidateQueries({ queryKey: inboxKeys.all })
    const hear = (data: string) => {
      const parsedMessage = inboxCountSchema.safeParse(JSON.parse(data))
      if (!parsedMessage.success) return
      setWaiting(parsedMessage.data.waiting)
      if (version !== null && version !== parsedMessage.data.version) refresh()
      version = parsedMessage.data.version
    }
    return whileSeen(() => listen(urlFor(streamInboxEndpoint, {}), hear, refresh))
  }, [client])
  return waiting
}
