'use client'
import { useRouter } from 'next/navigation'
import { toast } from '@/components/ui/toast'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { type TakenBack, useHeldHere, useTakeBack } from '@/lib/annotation/annotations/submission/hooks'
import { keysOnTheWay } from './use-held-keys'
import { benchPath, useTaskPlace } from './use-task-place'

/** A key that is held down goes on as undo, and would take away answers of the task that it has brought back: it counts once. */
function countHeldKeyOnce(): void {
  const over = new AbortController()
  const stop = (event: KeyboardEvent) => {
    if (!event.repeat) return over.abort()
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const end = () => over.abort()
  window.addEventListener('keydown', stop, { capture: true, signal: over.signal })
  for (const type of ['keyup', 'blur'] as const) window.addEventListener(type, end, { signal: over.signal })
}

/** Taking back what was submitted a moment ago, and going to it. */
export function useTakingBack(workbench: Workbench) {
  const { own, latest } = useHeldHere(workbench)
  const act = useTakeBack(workbench.userId)
  const place = useTaskPlace(workbench.projectId)
  const router = useRouter()
  const goTo = ({ projectId, taskId }: TakenBack) => {
    if (taskId === workbench.taskId) return
    if (projectId === workbench.projectId) place.show(taskId)
    else router.push(benchPath(projectId, taskId))
  }
  const takeBack = (heldSubmission: TakenBack) => {
    if (act.isPending) return
    keysOnTheWay.takenBack()
    countHeldKeyOnce()
    act.mutate(heldSubmission, {
      onSuccess: () => goTo(heldSubmission),
      onError: (error) => toast.error('Not taken back', { description: error.message }),
    })
  }
  return {
    /** This task's submission; null where it cannot be taken back. */
    own,
    /** Another task's, the latest. */
    other: latest && latest !== own ? latest : null,
    isTakingBack: act.isPending,
    goTo,
    takeBack,
    /** Takes back this task's, else the latest; undefined where nothing can be. */
    takeBackLatest: latest ? () => takeBack(latest) : undefined,
  }
}

export type TakingBack = ReturnType<typeof useTakingBack>
