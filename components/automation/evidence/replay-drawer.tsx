'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplayDrawerProps } from '@/components/adjudication/consolidation/consolidation-view'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { ErrorState } from '@/components/ui/error-state'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { SearchHit, SearchStep, SearchView } from '@/lib/automation/evidence/contract'
import { searchesQuery } from '@/lib/automation/evidence/hooks'
import { HitSource } from './hit-source'
import { PageThen } from './kept-page'

interface ReplayedSearchProps {
  taskId: string
  search: SearchView
  nameOf(unit: string): string
}

/** One search as it went: the query, the results that were seen, and what was done with them. */
function ReplayedSearch({ taskId, search, nameOf }: ReplayedSearchProps) {
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

/** How each annotator searched: queries, what came back, what was opened and quoted, and when. */
export function ReplayDrawer({ taskId, lanes, nameOf, open, onOpenChange }: ReplayDrawerProps) {
  const { data, error, refetch } = useQuery({ ...searchesQuery(taskId), enabled: open })
  return (
    <Drawer
      title="How they searched"
      description="What was searched for, read and quoted, in order."
      open={open}
      onOpenChange={onOpenChange}
      modal={false}
      className="w-[min(34rem,calc(100vw-1rem))]"
    >
      {data ? (
        <div className="space-y-6">
          {data.abilities.readAll ? null : (
            <p className="text-muted text-sm">You see your own searches only, until all answers are open to you.</p>
          )}
          {groups(data.searches, lanes).map(({ key, name, searches }) => (
            <section key={key} aria-labelledby={`searches-${key}`} className="space-y-2">
              <h3 id={`searches-${key}`} className="font-semibold">
                {name} <span className="font-normal text-muted text-sm">({searches.length})</span>
              </h3>
              {searches.length === 0 ? <p className="text-muted text-sm">No search was made within Assay.</p> : null}
              <ol className="space-y-3">
                {searches.map((search) => (
                  <ReplayedSearch key={search.id} taskId={taskId} search={search} nameOf={nameOf} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      ) : error ? (
        <ErrorState title="The searches could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <SkeletonText lines={5} label="Loading the searches" />
      )}
    </Drawer>
  )
}

interface Group {
  key: string
  name: string
  searches: SearchView[]
}

/** The searches lane by lane; those of people without a lane, reviewers for one, come last. */
function groups(searches: readonly SearchView[], lanes: ReplayDrawerProps['lanes']): Group[] {
  const laneGroups = lanes.map(({ id, name }): Group => {
    return { key: id, name, searches: searches.filter(({ lane }) => lane === id) }
  })
  const rest = searches.filter(({ lane }) => !lanes.some(({ id }) => id === lane))
  const [mine, others] = [rest.filter((search) => search.mine), rest.filter((search) => !search.mine)]
  return [
    ...laneGroups,
    ...(mine.length > 0 ? [{ key: 'mine', name: 'You', searches: mine }] : []),
    ...(others.length > 0 ? [{ key: 'others', name: 'Others', searches: others }] : []),
  ]
}
