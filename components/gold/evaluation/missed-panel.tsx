'use client'

import { useState } from 'react'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Missed } from '@/lib/gold/evaluation/contract'
import type { EvaluationReport } from '@/lib/gold/evaluation/report/contract'
import { counted } from '@/lib/text/counted'
import { formatCount } from './figure-words'

const PAGE = 25

interface MissedPanelProps {
  title: string
  description: string
  missed: EvaluationReport['missed']
}

/** Predictions that match nothing, each with the reason; nothing where there are none. */
export function MissedPanel({ title, description, missed }: MissedPanelProps) {
  if (missed.count === 0) return null
  return (
    <Panel title={`${title}: ${formatCount(missed.count)}`} description={description}>
      <MissedTable caption={title} missed={missed.listed} count={missed.count} />
    </Panel>
  )
}

interface MissedTableProps {
  caption: string
  missed: readonly Missed[]
  /** All of them, listed or not. */
  count: number
  perPage?: number
}

export function MissedTable({ caption, missed, count, perPage = PAGE }: MissedTableProps) {
  const [page, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(missed.length / perPage) - 1)
  const shownPage = Math.min(page, last)
  const visibleRows = missed.slice(shownPage * perPage, (shownPage + 1) * perPage)
  return (
    <div className="space-y-3">
      <Table caption={caption}>
        <thead>
          <tr>
            <Th numeric>Line</Th>
            <Th>System</Th>
            <Th>Item, unit or text</Th>
            <Th>Why</Th>
          </tr>
        </thead>
        <tbody>
          {visibleRows.map((each) => (
            <tr key={`${each.line} ${each.system} ${placeOf(each)} ${each.reason}`}>
              <Td numeric>{each.line ?? '–'}</Td>
              <Td className="wrap-anywhere min-w-24 max-w-56">
                <span dir="auto">{each.system}</span>
              </Td>
              <Td className="wrap-anywhere min-w-40">
                <span dir="auto">{placeOf(each)}</span>
              </Td>
              <Td className="min-w-56 text-muted">{each.reason}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {last > 0 || missed.length < count ? (
        <Pagination
          label={`Pages of ${caption.toLowerCase()}`}
          previous={shownPage > 0 ? () => setPage(shownPage - 1) : null}
          next={shownPage < last ? () => setPage(shownPage + 1) : null}
          summary={summaryOf(shownPage * perPage, visibleRows.length, missed.length, count)}
        />
      ) : null}
    </div>
  )
}

const placeOf = ({ item, unit, text }: Missed) => [item, unit, text].filter(Boolean).join(' · ') || 'says nothing'

function summaryOf(from: number, visibleCount: number, listed: number, count: number): string {
  const range = `${formatCount(from + 1)} to ${formatCount(from + visibleCount)} of ${formatCount(listed)}`
  return listed < count ? `${range} listed; ${counted(count, 'prediction')} in all` : range
}
