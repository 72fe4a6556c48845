'use client'
import { useState } from 'react'
import { MoreButton } from '@/components/ui/more-button'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { type HoursRow, type Rates, workKinds } from '@/lib/quality/hours/contract'
import { clock, KIND_TEXT, linesOf, money, sumOf, weekName } from '@/lib/quality/hours/rules'

/** Lines shown before more are asked for. */
const FIRST = 50

const NO_RATES: Rates = { currency: '', rate: null, people: {}, revision: 0 }

interface HoursTableProps {
  caption: string
  /** What tells one line from another besides week and stage: who worked, or where. */
  heading: string
  nameOf: (row: { userId: string; projectId: string }) => string
  rows: readonly HoursRow[]
  rates?: Rates
}

/** Hours by week, stage and person or project, with their sum. */
export function HoursTable({ caption, heading, nameOf, rows, rates = NO_RATES }: HoursTableProps) {
  const [most, setMost] = useState(FIRST)
  const lines = linesOf(rows)
  const total = sumOf(rates, rows)
  const paid = total.cost !== null
  const kinds = workKinds.filter((kind) => rows.some((row) => row.kind === kind))
  const currency = paid ? rates.currency : null
  const kindText = (seconds: number | undefined) => (seconds ? clock(seconds) : '–')
  return (
    <div className="space-y-3">
      <Table stacked caption={caption}>
        <thead>
          <tr>
            <Th>{heading}</Th>
            <Th>Week</Th>
            <Th>Stage</Th>
            {kinds.map((kind) => (
              <Th key={kind} numeric>
                {KIND_TEXT[kind]}
              </Th>
            ))}
            <Th numeric>Together</Th>
            <Th numeric>Pieces of work</Th>
            {paid ? <Th numeric>Cost</Th> : null}
          </tr>
        </thead>
        <tbody>
          <Tr className="bg-sunken font-medium">
            <Th scope="row">All of them</Th>
            <Td colSpan={2} className="max-sm:hidden" />
            {kinds.map((kind) => (
              <Td key={kind} label={KIND_TEXT[kind]} numeric>
                {kindText(rows.reduce((sum, row) => sum + (row.kind === kind ? row.seconds : 0), 0))}
              </Td>
            ))}
            <SumCells sum={total} currency={currency} />
          </Tr>
          {lines.slice(0, most).map((line) => (
            <Tr key={line.key}>
              <Th scope="row" className="min-w-32 [overflow-wrap:anywhere]">
                <bdi>{nameOf(line)}</bdi>
              </Th>
              <Td label="Week" className="whitespace-nowrap">
                {line.week ? weekName(line.week) : 'Not known'}
              </Td>
              <Td label="Stage">{line.stageTitle}</Td>
              {kinds.map((kind) => (
                <Td key={kind} label={KIND_TEXT[kind]} numeric className={line.kinds[kind] ? '' : 'max-sm:hidden'}>
                  {kindText(line.kinds[kind])}
                </Td>
              ))}
              <SumCells sum={sumOf(rates, line.rows)} currency={currency} />
            </Tr>
          ))}
        </tbody>
      </Table>
      <MoreButton count={Math.max(0, lines.length - most)} which="more" onClick={() => setMost(most + FIRST * 4)} />
    </div>
  )
}

type SumCellsProps = {
  sum: ReturnType<typeof sumOf>
  /** null: without a column of costs. */
  currency: string | null
}

/** What a row comes to: time, work done, cost. */
function SumCells({ sum: { seconds, done, cost }, currency }: SumCellsProps) {
  return (
    <>
      <Td label="Together" numeric>
        {clock(seconds)}
      </Td>
      <Td label="Pieces of work" numeric>
        {done}
      </Td>
      {currency === null ? null : (
        <Td label="Cost" numeric className="whitespace-nowrap">
          {cost === null ? '–' : `${money(cost)} ${currency}`}
        </Td>
      )}
    </>
  )
}
