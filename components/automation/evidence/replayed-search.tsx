'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spanPieces } from '@/components/annotation/workbench/spans'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ScrollArea } from '@/components/ui/scroll-area'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { SearchHit, SearchStep, SearchView } from '@/lib/automation/evidence/contract'
import { openedPageQuery } from '@/lib/automation/evidence/hooks'
import { HitSource } from './hit-source'
import { SnapshotLine } from './snapshot-line'

interface ReplayedSearchProps {
  taskId: string
  search: SearchView
  nameOf(unit: string): string
}

/** One search as it went: the query, the results that were seen, and what was done with them. */
export function ReplayedSearch({ taskId, search, nameOf }: ReplayedSearchProps) {
  const { query, asOf, at, provider, unit, hits, steps, mine } = search
  return (
    <li className="space-y-2 rounded-lg border border-line bg-surface p-3">
      <div>
        <p dir="auto" className="wrap-anywhere font-semibold text-sm">
          {query}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          {mine ? <Badge tone="accent">Yours</Badge> : null}
          {at ? <Time value={at} /> : null}
          <span>{provider.title}</span>
          {asOf ? <span>as of {asOf}</span> : null}
          {unit === null ? null : <span>for {nameOf(unit)}</span>}
        </p>
      </div>
      {steps.length === 0 ? (
        <p className="text-muted text-sm">{hits.length === 0 ? 'Nothing came back.' : 'Nothing was opened.'}</p>
      ) : (
        <ol className="space-y-2">
          {numbered(steps).map(([number, step]) => (
            <Step key={number} taskId={taskId} step={step} hits={hits} search={search.id} />
          ))}
        </ol>
      )}
      {hits.length > 0 ? <SeenResults hits={hits} steps={steps} /> : null}
    </li>
  )
}

/** With their places, by which they are told apart: steps are only ever added behind the last. */
const numbered = (steps: readonly SearchStep[]) => steps.map((step, index) => [index + 1, step] as const)

interface StepProps {
  taskId: string
  search: string
  step: SearchStep
  hits: readonly SearchHit[]
}

function Step({ taskId, search, step, hits }: StepProps) {
  const [isShown, setShown] = useState(false)
  const hit = hits.find(({ rank }) => rank === step.rank)
  const title = hit?.title || hit?.url || `result ${step.rank}`
  return (
    <li className="border-accent-border border-s-2 ps-3 text-sm">
      <p>
        <span className="font-medium">{step.kind === 'quoted' ? 'Quoted from ' : 'Opened '}</span>
        <bdi className="wrap-anywhere">{title}</bdi>{' '}
        <span className="text-muted text-xs">
          {step.at ? <Time value={step.at} /> : null}
          {step.kind === 'opened' && step.changed ? `${step.at ? ', ' : ''}changed since it was kept before` : null}
        </span>
      </p>
      {step.kind === 'quoted' ? (
        <blockquote dir="auto" className="wrap-anywhere mt-1 whitespace-pre-wrap text-sm">
          “{step.quote}”
        </blockquote>
      ) : null}
      <Button
        size="sm"
        variant="ghost"
        className="-ms-2 pointer-coarse:min-h-11"
        aria-expanded={isShown}
        aria-label={`${isShown ? 'Hide' : 'Show'} the text of ${title}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide the text' : 'Show the text'}
      </Button>
      {isShown ? <PageThen taskId={taskId} search={search} step={step} title={title} /> : null}
    </li>
  )
}

/** The page as the annotator read it. */
function PageThen({ taskId, search, step, title }: Omit<StepProps, 'hits'> & { title: string }) {
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

/** All results that came back, folded away: what was there to be chosen from. */
function SeenResults({ hits, steps }: Pick<SearchView, 'hits' | 'steps'>) {
  const opened = new Set(steps.map(({ rank }) => rank))
  return (
    <details className="text-sm">
      <summary className="min-h-6 w-fit cursor-pointer rounded-sm py-1 pointer-coarse:py-3">
        {hits.length === 1 ? 'The result that came back' : `The ${hits.length} results that came back`}
      </summary>
      <ol className="mt-1 space-y-2">
        {hits.map((hit) => (
          <li key={hit.rank}>
            <p dir="auto" className="wrap-anywhere">
              {hit.title || 'Without a title'}
              {opened.has(hit.rank) ? <span className="text-muted"> · opened</span> : null}
            </p>
            <HitSource hit={hit} />
            <p dir="auto" className="wrap-anywhere line-clamp-3 text-muted text-xs">
              {hit.snippet}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
