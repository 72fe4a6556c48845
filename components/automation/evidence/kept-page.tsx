'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptPageProps } from '@/components/adjudication/consolidation/seen-pane'
import { spanPieces } from '@/components/annotation/workbench/spans'
import { Button } from '@/components/ui/button'
import { ScrollArea } from '@/components/ui/scroll-area'
import { SkeletonText } from '@/components/ui/skeleton'
import type { SearchStep, SearchView } from '@/lib/automation/evidence/contract'
import { openedPageQuery, searchesQuery } from '@/lib/automation/evidence/hooks'
import { SnapshotLine } from './snapshot-line'

interface PageThenProps {
  taskId: string
  search: string
  step: SearchStep
  title: string
}

/** The page as the annotator read it. */
export function PageThen({ taskId, search, step, title }: PageThenProps) {
  const { data, error } = useQuery(openedPageQuery(taskId, search, step.sha256))
  if (error) return <p className="text-negative-text text-sm">{error.message}</p>
  if (!data) return <SkeletonText lines={3} label="Loading the text" />
  return (
    <div className="space-y-1">
      <SnapshotLine page={{ ...data, changed: false }} />
      <ScrollArea label={`Text of ${title}`} className="max-h-72 rounded-md border border-line bg-canvas px-3 py-2">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
          <Marked text={data.text} step={step} />
        </p>
      </ScrollArea>
    </div>
  )
}

/** The text with what was quoted marked in it. */
function Marked({ text, step }: { text: string; step: SearchStep }) {
  if (step.kind !== 'quoted') return text
  const [before, quote, behind] = spanPieces(text, step)
  return (
    <>
      {before}
      <mark className="rounded-sm bg-accent-surface text-ink outline-1 outline-accent">{quote}</mark>
      {behind}
    </>
  )
}

/** The step that kept the page of a passage: the one that quoted it, otherwise the first that opened its address. */
export function keptStep(
  searches: readonly SearchView[],
  { address, quote }: Pick<KeptPageProps, 'address' | 'quote'>,
): { search: SearchView; step: SearchStep } | null {
  const steps = searches.flatMap((search) => search.steps.map((step) => ({ search, step })))
  const isOf = ({ search, step }: (typeof steps)[number]) =>
    address !== null && search.hits.some(({ rank, url }) => rank === step.rank && url === address)
  const words = quote.trim()
  return steps.find(({ step }) => step.kind === 'quoted' && step.quote.trim() === words) ?? steps.find(isOf) ?? null
}

/** The page of a passage as it was kept, unfolded in its place; nothing where nobody opened it. */
export function KeptPage({ taskId, address, quote }: KeptPageProps) {
  const { data } = useQuery(searchesQuery(taskId))
  const [isShown, setShown] = useState(false)
  const storedMatch = data ? keptStep(data.searches, { address, quote }) : null
  if (!storedMatch) return null
  const { search, step } = storedMatch
  const hit = search.hits.find(({ rank }) => rank === step.rank)
  return (
    <div className="text-sm">
      <Button
        size="sm"
        variant="ghost"
        className="-ms-2 pointer-coarse:min-h-11"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide the page as it was kept' : 'The page as it was kept'}
      </Button>
      {isShown ? (
        <PageThen taskId={taskId} search={search.id} step={step} title={hit?.title || hit?.url || 'the page'} />
      ) : null}
    </div>
  )
}
