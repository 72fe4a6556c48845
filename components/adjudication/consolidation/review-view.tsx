'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { WaitingList } from '@/components/adjudication/waiting-list'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { ArrowRight } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { useKeymap } from '@/components/ui/use-keymap'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { DomainAndTag } from '@/components/workspace/items/domain-and-tag'
import { useDomainWord } from '@/components/workspace/projects/domain-words'
import type { Review, ReviewQuery, ReviewTask } from '@/lib/adjudication/consolidation/review/contract'
import { reviewQuery } from '@/lib/adjudication/consolidation/review/hooks'
import { searchOfReview } from '@/lib/adjudication/consolidation/review/rules'
import { nextOf } from '@/lib/adjudication/consolidation/rules'
import { REVIEW_BINDINGS, REVIEW_KEYS } from './keys'

type ReviewListProps = {
  title: string
  total: number
  tasks: readonly (ReviewTask & { waiting?: boolean; asked?: number })[]
  href: (taskId: string) => string
  /** Says when something appears here, while there is nothing. */
  children: ReactNode
}

/** Items that wait, oldest position first. */
function ReviewList({ title, total, tasks, href, children }: ReviewListProps) {
  return (
    <WaitingList
      title={title}
      total={total}
      list={tasks}
      line={(task) => <ReviewLine task={task} href={href(task.taskId)} />}
      keyOf={({ taskId }) => taskId}
      empty={children}
    />
  )
}

function ReviewLine({ task, href }: { task: ReviewListProps['tasks'][number]; href: string }) {
  const word = useDomainWord()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="w-10 shrink-0 text-end text-muted tabular-nums">{task.position}</span>
      <Link href={href} dir="auto" className="min-w-0 flex-1 basis-60 truncate">
        {task.title}
      </Link>
      {task.domain ? (
        <span dir="auto" className="wrap-anywhere min-w-0 max-w-full text-muted">
          {word(task.domain)}
        </span>
      ) : null}
      {task.round > 1 ? <span className="text-muted">round {task.round}</span> : null}
      {task.waiting ? <Badge tone="stale">waits for annotators</Badge> : null}
      {task.asked ? <Badge tone="accent">{`${task.asked} to answer`}</Badge> : null}
      <Badge tone={task.disagreements > 0 ? 'partial' : 'positive'}>
        {task.disagreements === 0
          ? 'all agree'
          : `${task.disagreements} ${task.disagreements === 1 ? 'disagreement' : 'disagreements'}`}
      </Badge>
      <Time value={task.since} format="relative" className="w-28 text-end text-muted" />
    </div>
  )
}

interface ReviewViewProps {
  projectId: string
  query?: ReviewQuery
  initialData: Review
}

/** What waits for the reader: to settle, to approve, and where their word on their own answers is asked. */
export function ReviewView({ projectId, query = {}, initialData }: ReviewViewProps) {
  const { data = initialData } = useQuery({ ...reviewQuery(projectId, query), initialData })
  const { reviews, toSettle, toApprove, discussions } = data
  const isNarrowed = query.domain !== undefined || query.tag !== undefined
  const router = useRouter()
  const aria = useAriaKeys()
  const next = nextOf(data, '', 'settle')
  const search = searchOfReview(query)
  const href = (taskId: string) => `/projects/${projectId}/tasks/${taskId}/consolidate${search}`
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
              <Kbd of={REVIEW_KEYS.start} hidden className="-me-1" />
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="space-y-8">
        {reviews ? (
          <>
            <div className="flex flex-wrap gap-2">
              <DomainAndTag
                projectId={projectId}
                chosen={{ domain: query.domain ?? null, tag: query.tag ?? null }}
                onChange={(change) =>
                  router.push(`/projects/${projectId}/review${searchOfReview({ ...query, ...change })}`)
                }
              />
            </div>
            <ReviewList title="To settle" total={toSettle.total} tasks={toSettle.tasks} href={href}>
              {isNarrowed ? NONE_OF_THESE : 'Items appear here once all their annotators have submitted.'}
            </ReviewList>
            <ReviewList title="To approve" total={toApprove.total} tasks={toApprove.tasks} href={href}>
              {isNarrowed ? NONE_OF_THESE : 'Items appear here once another reviewer has settled and confirmed them.'}
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

const NONE_OF_THESE = 'None of this domain or tag waits.'
