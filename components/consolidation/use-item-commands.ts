'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from '@/components/ui/toast'
import { useAdjudicateTask, useApproveTask } from '@/lib/consolidation/hooks'
import { reviewQuery } from '@/lib/consolidation/review/hooks'
import { blockers, nextDiscussion, nextOf } from '@/lib/consolidation/rules'
import type { Desk } from './desk-context'
import { unitName } from './words'

/** What is done with the item as a whole. */
export function useItemCommands({ view, stage, subject, answers, go }: Desk) {
  const router = useRouter()
  const client = useQueryClient()
  const adjudicate = useAdjudicateTask(view.taskId)
  const approve = useApproveTask(view.taskId)
  const { abilities, projectId, taskId } = view
  const missing = blockers(stage, subject, { answers, open: view.open })
  const failed = (error: Error) => toast.error('This was not saved', { description: error.message })

  const confirm = () => {
    const [first] = missing
    if (first) {
      toast.info(`${unitName(stage, view.units, first.unit)}: ${first.message}`)
      go(first)
    } else adjudicate.mutate(undefined, { onError: failed })
  }
  const nextItem = async () => {
    const review = await client.fetchQuery({ ...reviewQuery(projectId), staleTime: 0 })
    const own = view.lanes.some((lane) => lane.own) && view.discussion !== null
    const next = own
      ? nextDiscussion(review, taskId)
      : nextOf(review, taskId, abilities.approve || view.state === 'gold' ? 'approve' : 'settle')
    router.push(next ? `/projects/${projectId}/tasks/${next}/consolidate` : `/projects/${projectId}/review`)
  }
  return {
    missing,
    isPending: adjudicate.isPending || approve.isPending,
    confirm: abilities.adjudicate ? confirm : undefined,
    approve: abilities.approve ? () => approve.mutate(undefined, { onError: failed }) : undefined,
    nextItem: () => void nextItem().catch(failed),
  }
}
