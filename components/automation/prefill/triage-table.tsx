'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import {
  isKept,
  type ReadBounds,
  type Sorting,
  scoreText,
  sortRows,
  type Triage,
  type TriageRow,
} from './triage-bounds'

/** Rows shown at a time; more on demand. */
const STEP = 100

interface TriageTableProps {
  projectId: string
  triage: Triage
  bounds: ReadBounds['bounds']
}

/** The items with what was measured of them, and whether they stay; sorted by any column. */
export function TriageTable({ projectId, triage, bounds }: TriageTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ by: 'position', descending: false })
  const [limit, setLimit] = useState(STEP)
  const rows = sortRows(triage.rows, sorting)
  const sort = (by: string) => ({
    sort: sorting.by !== by ? ('none' as const) : sorting.descending ? ('descending' as const) : ('ascending' as const),
    onSort: () => setSorting({ by, descending: sorting.by === by && !sorting.descending }),
  })
  return (
    <div className="space-y-3">
      <Table caption="Items with their measures">
        <thead>
          <tr>
            <Th numeric {...sort('position')}>
              No.
            </Th>
            <Th>Item</Th>
            <Th>Source</Th>
            {triage.measures.map(({ key, title }) => (
              <Th key={key} numeric {...sort(key)}>
                {title}
              </Th>
            ))}
            <Th>Outcome</Th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <TriageTableRow
              key={row.itemId}
              projectId={projectId}
              row={row}
              triage={triage}
              stays={isKept(row, bounds)}
            />
          ))}
        </tbody>
      </Table>
      {rows.length > limit ? (
        <Button size="sm" onClick={() => setLimit(limit + STEP)}>
          Show {Math.min(STEP, rows.length - limit)} more
        </Button>
      ) : null}
    </div>
  )
}

interface TriageTableRowProps {
  projectId: string
  row: TriageRow
  triage: Triage
  stays: boolean
}

function TriageTableRow({ projectId, row, triage, stays }: TriageTableRowProps) {
  return (
    <Tr>
      <Td numeric className="text-muted">
        {row.position}
      </Td>
      <Td className="min-w-56 max-w-md">
        <Link
          href={`/projects/${projectId}/items/${row.itemId}`}
          prefetch={false}
          className="wrap-anywhere line-clamp-3"
          dir="auto"
        >
          {row.title || 'Untitled'}
        </Link>
      </Td>
      <Td className="wrap-anywhere min-w-28 max-w-40">{row.source}</Td>
      {triage.measures.map(({ key }) => {
        const score = row.scores[key] ?? null
        return (
          <Td key={key} numeric>
            {score === null ? <span className="text-muted">none</span> : scoreText(score)}
          </Td>
        )
      })}
      <Td className="whitespace-nowrap">
        <Badge tone={stays ? 'positive' : 'neutral'}>
          {stays ? (row.begun ? 'Kept, begun' : 'Kept') : 'Set aside'}
        </Badge>
      </Td>
    </Tr>
  )
}
