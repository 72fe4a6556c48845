'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/ui/error-state'
import { SkeletonText } from '@/components/ui/skeleton'
import type { Guideline } from '@/lib/guidelines/contract'
import { guidelineQuery } from '@/lib/guidelines/hooks'
import { wordDiff } from '@/lib/text/word-diff'

/** A version beside the one before it, word by word: added words underlined, removed ones struck through. */
export function GuidelinesDiff({ projectId, guideline }: { projectId: string; guideline: Guideline }) {
  const before = useQuery(guidelineQuery(projectId, String(guideline.version - 1)))
  if (before.error)
    return (
      <ErrorState title="The earlier version could not be loaded" onRetry={() => void before.refetch()}>
        {before.error.message}
      </ErrorState>
    )
  if (!before.data) return <SkeletonText lines={8} label="Loading the earlier version" />
  return <WordDiff before={before.data.body} after={guideline.body} />
}

/** Two texts as one, with what was added and removed marked. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = wordDiff(before, after)
  let offset = 0
  const keyed = parts.map((part) => {
    const key = `${part.kind}-${offset}`
    offset += part.text.length
    return { ...part, key }
  })
  return (
    <div className="reading whitespace-pre-wrap" dir="auto">
      {keyed.map(({ key, kind, text }) => {
        if (kind === 'added')
          return (
            <ins key={key} className="rounded-sm bg-positive-surface text-positive-text underline">
              {text}
            </ins>
          )
        if (kind === 'removed')
          return (
            <del key={key} className="rounded-sm bg-negative-surface text-negative-text line-through">
              {text}
            </del>
          )
        return <span key={key}>{text}</span>
      })}
    </div>
  )
}
