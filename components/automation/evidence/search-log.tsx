'use client'
import { unitName } from '@/components/annotation/workbench/unit-name'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { SearchView } from '@/lib/automation/evidence/contract'
import { queriesWrittenDown } from './evidence-place'
import type { SearchRoom } from './use-search-room'

/** One's own searches at this task, the latest first; choosing one shows its results as they were. */
export function SearchLog({ room }: { room: SearchRoom }) {
  const { list, own } = room
  if (list.error && !list.data)
    return (
      <ErrorState title="Your searches could not be loaded" onRetry={() => void list.refetch()}>
        {list.error.message}
      </ErrorState>
    )
  if (!list.data) return <SkeletonText lines={2} label="Loading your searches" />
  return (
    <section aria-labelledby="own-searches" className="space-y-2">
      <h3 id="own-searches" className="font-semibold text-sm">
        Your searches <span className="font-normal text-muted">({own.length})</span>
      </h3>
      {own.length === 0 ? (
        <p className="text-muted text-sm">None at this task yet. What you search for is kept here with its results.</p>
      ) : null}
      <ol className="space-y-1">
        {own.toReversed().map((search) => (
          <LogLine key={search.id} room={room} search={search} />
        ))}
      </ol>
      <TakeOver room={room} />
    </section>
  )
}

function LogLine({ room, search }: { room: SearchRoom; search: SearchView }) {
  const { stage, subject } = room.bench
  const unit = subject.units.find(({ key }) => key === search.unit)
  const quoted = search.steps.filter(({ kind }) => kind === 'quoted').length
  const words = [
    unit ? unitName(stage, subject, unit) : null,
    search.hits.length === 1 ? '1 result' : `${search.hits.length} results`,
    quoted > 0 ? `${quoted} quoted` : null,
  ]
  return (
    <li>
      <button
        type="button"
        aria-pressed={room.shown?.id === search.id}
        className="block w-full rounded-md border border-transparent px-2 py-1.5 text-start text-sm hover:bg-hover aria-pressed:border-line aria-pressed:bg-surface pointer-coarse:min-h-11"
        onClick={() => room.show(search.id)}
      >
        <bdi className="wrap-anywhere line-clamp-2">{search.query}</bdi>
        <span className="block text-muted text-xs">
          {words.filter(Boolean).join(' · ')}
          {search.at ? (
            <>
              {' '}
              · <Time value={search.at} format="relative" />
            </>
          ) : null}
        </span>
      </button>
    </li>
  )
}

/** For when none of it helped: the queries made for the unit, taken over into the answer that asks for them. */
function TakeOver({ room }: { room: SearchRoom }) {
  const { unit, own, bench } = room
  const queries = own.filter((search) => search.unit === unit?.key).map(({ query }) => query)
  if (!unit || bench.readOnly || queriesWrittenDown(bench, unit, queries) === null) return null
  return (
    <Button size="sm" className="pointer-coarse:min-h-11" onClick={() => room.writeDown(queries)}>
      Searched, none found: write {queries.length === 1 ? 'the query' : 'the queries'} down
    </Button>
  )
}
