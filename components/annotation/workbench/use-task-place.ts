'use client'
import { useQuery } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { workbenchQuery } from '@/lib/annotation/annotations/hooks'

const BENCH = /\/tasks\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/annotate$/
export const benchPath = (projectId: string, taskId: string) => `/projects/${projectId}/tasks/${taskId}/annotate`

/**
 * Ways from a workbench to another. `show` stays on the page and needs no server: the address changes, and whoever draws
 * by it follows. `load` asks the server for the page.
 */
export function useTaskPlace(projectId: string) {
  const router = useRouter()
  return {
    show: (taskId: string) => {
      window.history.pushState(null, '', benchPath(projectId, taskId))
      window.scrollTo(0, 0)
    },
    load: (taskId: string) => router.push(benchPath(projectId, taskId)),
    leave: () => router.push(`/projects/${projectId}`),
  }
}

/** The workbench that the address names: the page's own, or one that was gone to from there, also by the browser's way back. */
export function useShownTask(initial: Workbench) {
  const named = BENCH.exec(usePathname())?.[1] ?? initial.taskId
  const isInitial = named === initial.taskId
  const { data, error } = useQuery({ ...workbenchQuery(named), ...(isInitial ? { initialData: initial } : {}) })
  return { workbench: data, error, hasMoved: !isInitial }
}
