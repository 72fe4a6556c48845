'use client'
import { useQuery } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { workbenchQuery } from '@/lib/annotation/annotations/hooks'

const BENCH = /\/tasks\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/annotate$/
export const benchPath = (projectId: string, taskId: string) => `/projects/${projectId}/tasks/${taskId}/annotate`

/** The task that is gone to from an address that the router has not left yet: it follows when it comes to it, and a question would take keys that much later. */
let ahead: { from: string; taskId: string } | null = null
const listeners = new Set<() => void>()

function goAhead(next: typeof ahead): void {
  if (ahead === next) return
  ahead = next
  for (const notify of listeners) notify()
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/**
 * Ways from a workbench to another. `show` stays on the page and needs no server: the task is drawn, the address changes, and whoever draws
 * by it follows. `load` asks the server for the page.
 */
export function useTaskPlace(projectId: string) {
  const router = useRouter()
  const from = usePathname()
  return {
    show: (taskId: string) => {
      goAhead({ from, taskId })
      window.history.pushState(null, '', benchPath(projectId, taskId))
      window.scrollTo(0, 0)
    },
    load: (taskId: string) => router.push(benchPath(projectId, taskId)),
    leave: () => router.push(`/projects/${projectId}`),
  }
}

/** The workbench that the address names: the page's own, or one that was gone to from there, also by the browser's way back. */
export function useShownTask(initial: Workbench) {
  const pathname = usePathname()
  const next = useSyncExternalStore(
    subscribe,
    () => ahead,
    () => null,
  )
  // The address has followed, or another one was gone to.
  useEffect(
    () => () => {
      if (ahead?.from === pathname) goAhead(null)
    },
    [pathname],
  )
  const addressed = BENCH.exec(pathname)?.[1] ?? initial.taskId
  const currentTaskId = next?.from === pathname ? next.taskId : addressed
  const isInitial = currentTaskId === initial.taskId
  // The way back to the page's own task is one too.
  const [hasMoved, setMoved] = useState(false)
  if (!isInitial && !hasMoved) setMoved(true)
  const { data, error } = useQuery({ ...workbenchQuery(currentTaskId), ...(isInitial ? { initialData: initial } : {}) })
  return { workbench: data, error, hasMoved }
}
