'use client'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { EmptyState } from '@/components/ui/empty-state'
import { Kbd } from '@/components/ui/kbd'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { useKeymap } from '@/components/ui/use-keymap'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import type { Review } from '@/lib/adjudication/consolidation/review/contract'
import { reviewQuery } from '@/lib/adjudication/consolidation/review/hooks'
import { nextOf } from '@/lib/adjudication/consolidation/rules'
import { REVIEW_BINDINGS, REVIEW_KEYS } from './bindings'
import { ReviewList } from './review-list'

/** What waits for the reader: to settle, to approve, and where their word on their own answers is asked. */
export function ReviewView({ projectId, initialData }: { projectId: string; initialData: Review }) {
  const { data } = useQuery({ ...reviewQuery(projectId), initialData })
  const { reviews, toSettle, toApprove, discussions } = data
  const router = useRouter()
  const aria = useAriaKeys()
  const next = nextOf(data, '', 'settle')
  const href = (taskId: string) => `/projects/${projectId}/tasks/${taskId}/consolidate`
  useKeymap(REVIEW_BINDINGS, { start: next ? () => router.push(href(next)) : undefined })
  return (
    <>
      <PageHeader
        title="Review"
        description={
          reviews
            ? 'Settle what annotators disagree on, and approve what another reviewer settled. Items that you annotated are not among them.'
            : 'Where your answers are being settled.'
        }
        actions={
          next ? (
            <ButtonLink
              href={href(next)}
              variant="primary"
              aria-keyshortcuts={aria(REVIEW_KEYS.start)}
              icon={<ArrowRight aria-hidden className="size-4 rtl:rotate-180" />}
            >
              Start
              <Kbd of={REVIEW_KEYS.start} hidden className="-me-1 max-sm:hidden" />
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="space-y-8">
        {reviews ? (
          <>
            <ReviewList title="To settle" total={toSettle.total} tasks={toSettle.tasks} href={href}>
              Items appear here once all their annotators have submitted.
            </ReviewList>
            <ReviewList title="To approve" total={toApprove.total} tasks={toApprove.tasks} href={href}>
              Items appear here once another reviewer has settled and confirmed them.
            </ReviewList>
          </>
        ) : null}
        {discussions.length > 0 ? (
          <ReviewList title="Your answers, under discussion" total={discussions.length} tasks={discussions} href={href}>
            {null}
          </ReviewList>
        ) : reviews ? null : (
          <EmptyState title="Nothing is under discussion">
            When you and your partner differ on an item, it appears here after both of you have submitted.
          </EmptyState>
        )}
      </div>
    </>
  )
}
