'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from '@/components/ui/toast'
import type { Author, ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { consolidationKeys, useAdjudicateTask, useApproveTask } from '@/lib/adjudication/consolidation/hooks'
import { reviewQuery } from '@/lib/adjudication/consolidation/review/hooks'
import { narrowingOf, searchOfReview } from '@/lib/adjudication/consolidation/review/rules'
import { answersOfSettled, isWithOthersAgain, nextDiscussion, nextOf } from '@/lib/adjudication/consolidation/rules'
import { inboxQuery } from '@/lib/adjudication/inbox/hooks'
import { firstPlace } from '@/lib/adjudication/inbox/rules'
import { blockers } from '@/lib/protocols/blockers'
import { complain } from './complain'
import type { Desk } from './desk-context'
import { whenSaved } from './when-saved'
import { unitName } from './words'

/** What others settled, answered, accepted and remarked in a view, each as a text. */
function saidByOthers({ settled, disagreements, words, comments }: ConsolidationView): string[] {
  const isOthers = (by: Author) => by.kind === 'lane' || by.kind === 'reviewer'
  const replies = disagreements.flatMap(({ unit, question, replies }) =>
    replies.filter(({ own }) => !own).map((reply) => ({ unit, question, ...reply })),
  )
  const others = [
    settled.filter(({ by }) => isOthers(by)),
    replies,
    words.filter(({ by }) => isOthers(by)),
    comments.filter(({ author }) => isOthers(author)),
  ]
  return others.flat().map((each) => JSON.stringify(each))
}

/** What is done with the item as a whole. */
export function useItemCommands({ view, waiting, stage, subject, go }: Desk) {
  const router = useRouter()
  const client = useQueryClient()
  const adjudicate = useAdjudicateTask(view.taskId)
  const approve = useApproveTask(view.taskId)
  const { abilities, projectId, taskId } = view
  const missingIn = ({ settled, open, units }: ConsolidationView) =>
    blockers(stage, { ...subject, units }, { answers: answersOfSettled(settled), open })

  const approveSaved = async () => {
    await whenSaved(waiting, 'confirmed')
    await approve.mutateAsync()
    go(null)
  }
  /** Leads to the first open question of a view, if it has one. */
  const goToMissing = (targetView: ConsolidationView): boolean => {
    const [first] = missingIn(targetView)
    if (!first) return false
    toast.info(`${unitName(stage, targetView.units, first.unit)}: ${first.message}`)
    go(first)
    return true
  }
  const confirm = async () => {
    const chosen = waiting.countChosen()
    await whenSaved(waiting, 'confirmed')
    // What follows from the last choice only the server could tell.
    const saved = client.getQueryData<ConsolidationView>(consolidationKeys.one(taskId)) ?? view
    if (goToMissing(saved)) return
    const seenStatements = new Set(saidByOthers(view))
    if (saidByOthers(saved).some((each) => !seenStatements.has(each))) {
      toast.info(
        'The item is not confirmed: others settled or said something meanwhile. Look at it, then confirm again.',
      )
      return
    }
    // What was answered meanwhile was open when this was asked for: nobody has asked to confirm the item with it.
    if (waiting.countChosen() !== chosen) {
      toast.info('The item is not confirmed: you settled more after asking for it. Confirm it again.')
      return
    }
    await adjudicate.mutateAsync()
    go(null)
  }
  const nextItem = async () => {
    const isOwnDiscussion = view.lanes.some((lane) => lane.own) && view.discussion !== null
    // People who came from items of one domain or tag go on with those.
    const narrowing = isOwnDiscussion ? {} : narrowingOf(new URLSearchParams(window.location.search))
    const review = await client.fetchQuery({ ...reviewQuery(projectId, narrowing), staleTime: 0 })
    const next = isOwnDiscussion
      ? nextDiscussion(review, taskId)
      : nextOf(review, taskId, abilities.approve || view.state === 'gold' ? 'approve' : 'settle')
    if (next) return router.push(`/projects/${projectId}/tasks/${next}/consolidate${searchOfReview(narrowing)}`)
    // Nothing more of these in this project: what comes first anywhere, but for this very item.
    const inbox = await client.fetchQuery({ ...inboxQuery, staleTime: 0 })
    const list = inbox.decisions.list.filter((decision) => decision.kind === 'inquiries' || decision.taskId !== taskId)
    router.push(firstPlace({ ...inbox, decisions: { ...inbox.decisions, list } }) ?? '/inbox')
  }
  const mayConfirm = abilities.adjudicate && !isWithOthersAgain(view)
  return {
    missing: missingIn(view),
    isPending: adjudicate.isPending || approve.isPending,
    confirm: mayConfirm ? () => void confirm().catch(complain) : undefined,
    approve: abilities.approve ? () => void approveSaved().catch(complain) : undefined,
    nextItem: () => void nextItem().catch(complain),
  }
}
