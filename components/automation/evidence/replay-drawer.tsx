'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReplayDrawerProps } from '@/components/adjudication/consolidation/consolidation-view'
import { Drawer } from '@/components/ui/drawer'
import { ErrorState } from '@/components/ui/error-state'
import { SkeletonText } from '@/components/ui/skeleton'
import type { SearchView } from '@/lib/automation/evidence/contract'
import { searchesQuery } from '@/lib/automation/evidence/hooks'
import { ReplayedSearch } from './replayed-search'

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
              {searches.length === 0 ? <p className="text-muted text-sm">Searched for nothing here.</p> : null}
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
  const named = lanes.map(({ id, name }): Group => {
    return { key: id, name, searches: searches.filter(({ lane }) => lane === id) }
  })
  const rest = searches.filter(({ lane }) => !lanes.some(({ id }) => id === lane))
  const [mine, others] = [rest.filter((search) => search.mine), rest.filter((search) => !search.mine)]
  return [
    ...named,
    ...(mine.length > 0 ? [{ key: 'mine', name: 'You', searches: mine }] : []),
    ...(others.length > 0 ? [{ key: 'others', name: 'Others', searches: others }] : []),
  ]
}
