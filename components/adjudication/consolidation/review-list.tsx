import { type ReactNode, useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { ReviewTask } from '@/lib/adjudication/consolidation/review/contract'

type ReviewListProps = {
  title: string
  total: number
  tasks: readonly (ReviewTask & { waiting?: boolean; asked?: number })[]
  href: (taskId: string) => string
  /** Says when something appears here, while there is nothing. */
  children: ReactNode
}

/** Items that wait, oldest position first. */
export function ReviewList({ title, total, tasks, href, children }: ReviewListProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="space-y-3">
      <h2 id={headingId} className="flex items-baseline gap-2 font-semibold text-lg">
        {title} <span className="font-normal text-muted text-sm tabular-nums">{total.toLocaleString('en')}</span>
      </h2>
      {tasks.length === 0 ? (
        <EmptyState title="Nothing waits">{children}</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
          {tasks.map((task) => (
            <li key={task.taskId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
              <span className="w-10 shrink-0 text-end text-muted tabular-nums">{task.position}</span>
              <Link href={href(task.taskId)} dir="auto" className="min-w-0 flex-1 basis-60 truncate">
                {task.title}
              </Link>
              {task.domain ? <span className="text-muted">{task.domain}</span> : null}
              {task.round > 1 ? <span className="text-muted">round {task.round}</span> : null}
              {task.waiting ? <Badge tone="stale">waits for annotators</Badge> : null}
              {task.asked ? <Badge tone="accent">{`${task.asked} to answer`}</Badge> : null}
              <Badge tone={task.disagreements > 0 ? 'partial' : 'positive'}>
                {task.disagreements === 0
                  ? 'all agree'
                  : `${task.disagreements} ${task.disagreements === 1 ? 'disagreement' : 'disagreements'}`}
              </Badge>
              <Time value={task.since} format="relative" className="w-28 text-end text-muted" />
            </li>
          ))}
        </ul>
      )}
      {total > tasks.length ? (
        <p className="text-muted text-sm">The first {tasks.length} are listed; the others move up as these are done.</p>
      ) : null}
    </section>
  )
}
