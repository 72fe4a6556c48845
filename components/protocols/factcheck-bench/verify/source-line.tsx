'use client'
import { QueryList } from '@/components/annotation/workbench/query-list'
import { ExternalLink } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { Time } from '@/components/ui/time'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { hostOf } from '@/components/ui/web-address'
import { VERIFY_KEYS } from './handlers'

interface SourceLineProps {
  unit: string
  url: string | null
  /** What led to it; the same passage may have been found by several queries. */
  queries: readonly string[]
  /** The place among the results, from 1; null for the annotator's own. */
  rank: number | null
  /** What was read: the page, a document of the project, or only the summary among the results. */
  source?: 'page' | 'document' | 'summary'
  title?: string
  /** When it was read. */
  readAt?: string | null
  hasKey: boolean
}

/** Where a passage is from: its page, what was searched for, and its place among the results. */
export function SourceLine({ unit, url, queries, rank, source, title, readAt, hasKey }: SourceLineProps) {
  const aria = useAriaKeys()
  const host = hostOf(url)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-xs">
      {host && url ? (
        <a
          id={`page-${unit}`}
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-keyshortcuts={hasKey ? aria(VERIFY_KEYS.openPage) : undefined}
          title={url}
          className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-accent-text underline underline-offset-3 pointer-coarse:min-h-11"
        >
          <bdi className="truncate">{host}</bdi>
          <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only"> (opens in a new tab)</span>
          {hasKey ? <Kbd of={VERIFY_KEYS.openPage} hidden /> : null}
        </a>
      ) : (
        <span className="wrap-anywhere">
          {source === 'document'
            ? 'Document of the project'
            : url
              ? `No web address: ${url}`
              : 'No address came with it'}
        </span>
      )}
      {title ? <bdi className="wrap-anywhere min-w-0">{title}</bdi> : null}
      {queries.length === 1 ? (
        <span className="min-w-0">
          Query: <bdi className="wrap-anywhere">{queries[0]}</bdi>
        </span>
      ) : null}
      {rank === null ? null : <span>Rank {rank}</span>}
      {source === 'summary' ? <span>Summary only, the page was not read</span> : null}
      {readAt ? (
        <span>
          Read <Time value={readAt} format="date" />
        </span>
      ) : null}
    </p>
  )
}

/** All queries that found the same passage, as a list. */
export function SeveralQueries({ queries }: { queries: readonly string[] }) {
  if (queries.length < 2) return null
  return (
    <details className="text-muted text-xs">
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm py-1 pointer-coarse:py-3">
        Found by {queries.length} queries
      </summary>
      <QueryList queries={queries} />
    </details>
  )
}
