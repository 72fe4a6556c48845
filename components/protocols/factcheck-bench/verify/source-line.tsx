'use client'
import { ExternalLink } from 'lucide-react'
import { hostOf } from '@/components/protocols/factcheck-bench/shared/web-address'
import { Kbd } from '@/components/ui/kbd'
import { ariaKeys } from '@/lib/client/keyboard-format'
import { VERIFY_KEYS } from './handlers'

interface SourceLineProps {
  unit: string
  url: string | null
  query: string | null
  /** The place among the results, from 1; null for the annotator's own. */
  rank: number | null
  hasKey: boolean
}

/** Where a passage is from: its page, what was searched for, and its place among the results. */
export function SourceLine({ unit, url, query, rank, hasKey }: SourceLineProps) {
  const host = hostOf(url)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-xs">
      {host && url ? (
        <a
          id={`page-${unit}`}
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-keyshortcuts={hasKey ? ariaKeys(VERIFY_KEYS.openPage) : undefined}
          title={url}
          className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-accent-text underline underline-offset-3 pointer-coarse:min-h-11"
        >
          <bdi className="truncate">{host}</bdi>
          <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only"> (opens in a new tab)</span>
          {hasKey ? <Kbd keys={VERIFY_KEYS.openPage} hidden className="max-sm:hidden" /> : null}
        </a>
      ) : (
        <span className="wrap-anywhere">{url ? `No web address: ${url}` : 'No address came with it'}</span>
      )}
      {query ? (
        <span className="min-w-0">
          Query: <bdi className="wrap-anywhere">{query}</bdi>
        </span>
      ) : null}
      {rank === null ? null : <span>Rank {rank}</span>}
    </p>
  )
}
