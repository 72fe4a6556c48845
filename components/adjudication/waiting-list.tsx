import { type ReactNode, useId } from 'react'
import { EmptyState } from '@/components/ui/empty-state'

type WaitingListProps<T> = {
  title: string
  /** How many there are; the list may hold the first of them only. */
  total: number
  list: readonly T[]
  line: (entry: T) => ReactNode
  keyOf: (entry: T) => string
  /** What stands there while there is nothing, and when something appears. */
  emptyTitle?: string
  empty?: ReactNode
}

/** What waits, with its number, a line each: in the inbox, and for those who settle a project's items. */
export function WaitingList<T>(props: WaitingListProps<T>) {
  const { title, total, list, line, keyOf, emptyTitle = 'Nothing waits', empty } = props
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="space-y-3">
      <h2 id={headingId} className="flex items-baseline gap-2 font-semibold text-lg">
        {title} <span className="font-normal text-muted text-sm tabular-nums">{total.toLocaleString('en')}</span>
      </h2>
      {list.length === 0 ? (
        <EmptyState title={emptyTitle}>{empty}</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
          {list.map((entry) => (
            <li key={keyOf(entry)} className="px-4 py-3 text-sm">
              {line(entry)}
            </li>
          ))}
        </ul>
      )}
      {total > list.length ? (
        <p className="text-muted text-sm">The first {list.length} are listed; the others move up as these are done.</p>
      ) : null}
    </section>
  )
}
