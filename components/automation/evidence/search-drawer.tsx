'use client'
import { useEffect, useRef, useState } from 'react'
import { useBench } from '@/components/annotation/workbench/bench-context'
import type { Searching } from '@/components/annotation/workbench/searching'
import { unitName } from '@/components/annotation/workbench/unit-name'
import type { SearchDrawerProps } from '@/components/annotation/workbench/workbench'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Drawer } from '@/components/ui/drawer'
import { ErrorState } from '@/components/ui/error-state'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { SearchHit, SearchView } from '@/lib/automation/evidence/contract'
import { ElsewhereForm } from './elsewhere-form'
import { queriesWrittenDown } from './evidence-place'
import { HitSource } from './hit-source'
import { ResultPage } from './result-page'
import { SearchForm } from './search-form'
import { resultId, type SearchRoom, useSearchRoom } from './use-search-room'

/** What came back: title, address, date and snippet of each result, to be opened here. */
function SearchResults({ room }: { room: SearchRoom }) {
  const { shown, searching, left } = room
  const back = useRef(left)
  useEffect(() => {
    if (back.current) document.getElementById(back.current)?.focus()
  }, [])
  if (searching.isPending) return <SkeletonText lines={6} label="Searching" />
  if (!shown) return null
  const count = shown.hits.length
  return (
    <section aria-label="Results" className="space-y-3">
      <p role="status" className="text-muted text-sm">
        {count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`} for{' '}
        <bdi className="wrap-anywhere font-medium text-ink">{shown.query}</bdi>
        {shown.asOf ? `, as of ${shown.asOf}` : null}
      </p>
      {count === 0 ? <NothingFound room={room} search={shown} /> : null}
      <ol className="space-y-3">
        {shown.hits.map((hit) => (
          <Result key={hit.rank} room={room} hit={hit} search={shown} />
        ))}
      </ol>
    </section>
  )
}

const NothingFound = ({ room, search }: { room: SearchRoom; search: SearchView }) => (
  <div className="rounded-lg border border-line border-dashed p-3 text-sm">
    <p className="text-muted">
      Searched {search.provider.title} and found nothing. Try other words, fewer of them, or a later day. The search is
      written down all the same.
    </p>
    {room.place?.kind === 'list' && !room.bench.readOnly && room.canSearch ? (
      <Button size="sm" className="mt-2 pointer-coarse:min-h-11" onClick={() => room.writeDown([search.query])}>
        Searched, none found
      </Button>
    ) : null}
  </div>
)

function Result({ room, search, hit }: { room: SearchRoom; search: SearchView; hit: SearchHit }) {
  const { opening, place, bench } = room
  const isThis = opening.variables?.searchId === search.id && opening.variables.rank === hit.rank
  const isRead = search.steps.some(({ kind, rank }) => kind === 'opened' && rank === hit.rank)
  const isQuoted = search.steps.some(({ kind, rank }) => kind === 'quoted' && rank === hit.rank)
  return (
    <li className="rounded-lg border border-line bg-surface p-3">
      <p dir="auto" className="wrap-anywhere font-semibold text-sm">
        {hit.title || 'Without a title'}
      </p>
      <HitSource hit={hit} />
      <p dir="auto" className="wrap-anywhere mt-1 line-clamp-5 whitespace-pre-wrap text-sm">
        {hit.snippet}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {bench.readOnly ? null : (
          <Button
            id={resultId(search.id, hit.rank)}
            size="sm"
            className="pointer-coarse:min-h-11"
            aria-label={`Read: ${hit.title || hit.url}`}
            loading={isThis && opening.isPending}
            onClick={() => room.open(search, hit.rank)}
          >
            Read
          </Button>
        )}
        {place?.kind === 'links' && !bench.readOnly ? (
          <Button
            size="sm"
            variant="ghost"
            className="pointer-coarse:min-h-11"
            aria-label={`Add to links: ${hit.title || hit.url}`}
            onClick={() => room.link(hit.url)}
          >
            Add to links
          </Button>
        ) : null}
        {isQuoted ? <Badge tone="accent">Quoted</Badge> : isRead ? <Badge>Read</Badge> : null}
      </div>
      {isThis && opening.error ? (
        <Callout tone="danger" className="mt-2" title="The page could not be read">
          {opening.error.message} You can still open it in a tab of its own, and copy what it says by hand.
        </Callout>
      ) : null}
    </li>
  )
}

/** One's own searches at this task, the latest first; choosing one shows its results as they were. */
function SearchLog({ room }: { room: SearchRoom }) {
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
  if (!unit || bench.readOnly || !room.canSearch || queriesWrittenDown(bench, unit, queries) === null) return null
  return (
    <Button size="sm" className="pointer-coarse:min-h-11" onClick={() => room.writeDown(queries)}>
      Searched, none found: write {queries.length === 1 ? 'the query' : 'the queries'} down
    </Button>
  )
}

/** Searching without leaving the task: the answers beside it stay in sight and in reach. */
export function SearchDrawer({ searching, onOpenChange }: SearchDrawerProps) {
  const { stage, subject } = useBench()
  const room = useSearchRoom(searching.unit, searching.open)
  const { where, times, choose } = useWhere(searching)
  const canChoose = room.canSearch && !room.bench.readOnly
  return (
    <Drawer
      title="Search for evidence"
      description={room.unit ? `For ${unitName(stage, subject, room.unit)}.` : undefined}
      open={searching.open}
      onOpenChange={onOpenChange}
      modal={false}
      side="left"
      className="w-[min(34rem,calc(100vw-1rem))]"
    >
      <Said room={room} onLeave={() => onOpenChange(false)} />
      {room.reading ? (
        <ResultPage key={`${room.reading.search.id} ${room.reading.rank}`} room={room} reading={room.reading} />
      ) : (
        <div className="space-y-5">
          {canChoose ? <WhereSwitch where={where} onChoose={choose} /> : null}
          {canChoose && where === 'elsewhere' ? (
            <ElsewhereForm room={room} times={times} />
          ) : (
            <>
              <SearchForm room={room} times={times} />
              <SearchResults room={room} />
              <SearchLog room={room} />
            </>
          )}
        </div>
      )}
    </Drawer>
  )
}

/** Where one searches: as it was asked for, until one chooses otherwise, which leaves the focus where it is. */
function useWhere({ where, times }: Searching) {
  const [chosen, setChosen] = useState<Pick<Searching, 'where' | 'times'> | null>(null)
  const isChosen = chosen?.times === times
  return {
    where: isChosen ? chosen.where : where,
    times: isChosen ? 0 : times,
    choose: (next: Searching['where']) => setChosen({ where: next, times }),
  }
}

const WhereSwitch = ({ where, onChoose }: Pick<Searching, 'where'> & { onChoose(where: Searching['where']): void }) => (
  <SegmentedControl<Searching['where']>
    label="Where you search"
    options={[
      { value: 'here', label: 'Search here' },
      { value: 'elsewhere', label: 'Found elsewhere' },
    ]}
    value={where}
    onValueChange={onChoose}
  />
)

/** What was just done with a quotation, and the way to it. Always there, so that it is read out when it changes. */
function Said({ room: { said, bench }, onLeave }: { room: SearchRoom; onLeave(): void }) {
  const unit = said?.unit ?? null
  return (
    <div
      className={said ? 'mb-3 rounded-md border border-accent-border bg-accent-surface px-3 py-2 text-sm' : 'sr-only'}
    >
      <p role="status">{said?.text}</p>
      {unit === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          className="-ms-2 mt-1 pointer-coarse:min-h-11"
          onClick={() => {
            // Where the drawer covers the page, it makes way.
            if (window.matchMedia(NARROW).matches) onLeave()
            bench.go({ unit, question: null })
          }}
        >
          Go there
        </Button>
      )}
    </div>
  )
}
const NARROW = '(max-width: 48rem)'
