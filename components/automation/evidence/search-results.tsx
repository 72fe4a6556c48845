'use client'
import { useEffect, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { SkeletonText } from '@/components/ui/skeleton'
import type { SearchHit, SearchView } from '@/lib/automation/evidence/contract'
import { HitSource } from './hit-source'
import { resultId, type SearchRoom } from './use-search-room'

/** What came back: title, address, date and snippet of each result, to be opened here. */
export function SearchResults({ room }: { room: SearchRoom }) {
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
      Try other words, fewer of them, or a later day. The search is written down all the same.
    </p>
    {room.place?.kind === 'list' && !room.bench.readOnly ? (
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
