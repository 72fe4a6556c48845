'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { unitName } from '@/components/annotation/workbench/unit-name'
import type { SearchDrawerProps } from '@/components/annotation/workbench/workbench'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { ResultPage } from './result-page'
import { SearchForm } from './search-form'
import { SearchLog } from './search-log'
import { SearchResults } from './search-results'
import { type SearchRoom, useSearchRoom } from './use-search-room'

/** Searching without leaving the task: the answers beside it stay in sight and in reach. */
export function SearchDrawer({ searching, onOpenChange }: SearchDrawerProps) {
  const { stage, subject } = useBench()
  const room = useSearchRoom(searching.unit, searching.open)
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
          <SearchForm room={room} times={searching.times} />
          <SearchResults room={room} />
          <SearchLog room={room} />
        </div>
      )}
    </Drawer>
  )
}

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
