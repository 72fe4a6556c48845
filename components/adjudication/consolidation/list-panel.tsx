'use client'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { rowsOf, unalignedIn } from '@/lib/adjudication/consolidation/lists/rules'
import { takeWords } from './acts'
import { DESK_KEYS, laneKeys } from './bindings'
import { useDeskContext } from './desk-context'
import { ListTable } from './list-table'
import { takeAll } from './list-values'
import { laneName } from './words'

/** The lists of all annotators as aligned rows, and what takes one of them, or all. */
export function ListPanel() {
  const desk = useDeskContext()
  const { view, current, lanes, takes, takeLane } = desk
  const settled = current?.settled?.value ?? null
  const rows = useMemo(() => (current ? rowsOf(lanes, current, settled) : []), [lanes, current, settled])
  if (!current) return null
  const unaligned = unalignedIn(rows, lanes.length)
  return (
    <div className="space-y-3">
      <p className="text-muted text-sm">
        {rows.length} {rows.length === 1 ? 'row' : 'rows'},{' '}
        {unaligned === 0
          ? 'all aligned.'
          : `${unaligned} of them unaligned: not everybody lists them. Taking one takes it as it was written, with what is said about it.`}
      </p>
      <ListTable rows={rows} />
      {takes ? (
        <div className="flex flex-wrap gap-2">
          {lanes.map((lane, index) => {
            const lists = current.values.some((each) => each.lane === lane.id)
            return (
              <Button
                key={lane.id}
                size="sm"
                shortcut={lists ? laneKeys(index).value : undefined}
                disabled={!lists}
                onClick={() => takeLane(lane.id)}
              >
                {takeWords(laneName(view, lane.id))}
              </Button>
            )
          })}
          <Button size="sm" shortcut={DESK_KEYS.both} onClick={() => takeAll(desk)}>
            {lanes.length === 2 ? 'Take both' : 'Take all'}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
