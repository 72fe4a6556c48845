'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { itemHistoryQuery } from '@/lib/workspace/items/hooks'

/** What happened to an item, newest first. Answers are not part of it. */
export function ItemHistory({ itemId }: { itemId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    itemHistoryQuery(itemId),
  )
  if (error && !data)
    return (
      <ErrorState title="The history could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <SkeletonText label="Loading the history" />
  const events = data.pages.flatMap((page) => page.events)
  if (events.length === 0) return <p className="text-muted text-sm">Nothing has happened since the import.</p>
  return (
    <>
      <ol className="space-y-2.5 text-sm">
        {events.map((event) => (
          <li key={event.id}>
            <p>
              {event.text}
              <span className="text-muted text-xs">
                {' '}
                · {event.by ? `${event.by}, ` : ''}
                <Time value={event.at} />
              </span>
            </p>
            {event.remark ? (
              <p dir="auto" className="mt-0.5 whitespace-pre-wrap border-control border-s-2 ps-3">
                {event.remark}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button className="mt-4" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier events
        </Button>
      ) : null}
    </>
  )
}
