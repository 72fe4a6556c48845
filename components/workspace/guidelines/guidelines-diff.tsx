'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/ui/error-state'
import { SkeletonText } from '@/components/ui/skeleton'
import { TextDiff } from '@/components/ui/text-diff'
import type { Guideline } from '@/lib/workspace/guidelines/contract'
import { guidelineQuery } from '@/lib/workspace/guidelines/hooks'

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
  return <TextDiff before={before.data.body} after={guideline.body} className="reading" />
}
