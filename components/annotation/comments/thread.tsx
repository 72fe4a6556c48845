import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { Note } from '@/lib/annotation/comments/contract'

type ThreadProps = {
  /** Oldest first, each with the words for who wrote it; without an hour where that would tell who it was. */
  remarks: readonly (Omit<Note, 'createdAt'> & { createdAt: string | null; who: string })[]
}

/** A conversation, oldest first. */
export function Thread({ remarks }: ThreadProps) {
  if (remarks.length === 0) return null
  return (
    <ol className="space-y-3">
      {remarks.map((remark) => (
        <li key={remark.id} className="text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{remark.who}</span>
            {remark.reply ? (
              <Badge tone={remark.reply === 'accept' ? 'positive' : 'negative'}>
                {remark.reply === 'accept' ? 'accepted' : 'objected'}
              </Badge>
            ) : null}
            {remark.createdAt ? (
              <Time value={remark.createdAt} format="relative" className="text-muted text-xs" />
            ) : null}
          </p>
          {remark.body ? (
            <p dir="auto" className="wrap-anywhere mt-0.5 whitespace-pre-wrap">
              {remark.body}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
