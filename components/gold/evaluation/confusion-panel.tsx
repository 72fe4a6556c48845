'use client'

import { useState } from 'react'
import { ChartShadeKey, shadeOf } from '@/components/ui/chart-shade'
import { cn } from '@/components/ui/cn'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th } from '@/components/ui/table'
import type { ScoringReport } from '@/lib/gold/evaluation/report/contract'
import { formatCount } from './figure-words'

/** What gold says against what a system says, counted; nothing where the scoring has no such table. */
export function ConfusionPanel({ scoring }: { scoring: ScoringReport }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { confusion } = scoring
  const standings = scoring.standings.filter((each) => each.confusion !== null)
  const standing = standings.find(({ system }) => system === chosen) ?? standings.find(({ baseline }) => !baseline)
  const cells = standing?.confusion
  if (!confusion || !standing || !cells) return null
  const largest = Math.max(1, ...cells.flat())
  const isSquare = confusion.rows.join('\n') === confusion.columns.join('\n')
  return (
    <Panel
      title={`${scoring.title}: gold against predictions`}
      headingLevel={3}
      description={`Rows: what gold says; columns: what the system says. Counted by ${scoring.unitOfAnalysis}.`}
      actions={
        <Select
          label="Whose predictions"
          className="w-auto max-w-72"
          options={standings.map(({ system }) => ({ value: system, label: <span dir="auto">{system}</span> }))}
          value={standing.system}
          onValueChange={setChosen}
        />
      }
    >
      <Table caption={`Gold against predictions of ${standing.system}: ${scoring.title}`}>
        <thead>
          <tr>
            <Th>Gold</Th>
            {confusion.columns.map((column) => (
              <Th key={column} numeric>
                {column}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {confusion.rows.map((row, i) => (
            <tr key={row}>
              <Th scope="row" className="sticky start-0 z-1 bg-surface">
                {row}
              </Th>
              {confusion.columns.map((column, j) => {
                const count = cells[i]?.[j] ?? 0
                return (
                  <Td
                    key={column}
                    numeric
                    className={cn(
                      'min-w-16',
                      isSquare && i === j && 'font-semibold outline-1 outline-control -outline-offset-2',
                    )}
                    style={shadeOf(count / largest)}
                  >
                    {formatCount(count)}
                  </Td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      <ChartShadeKey format={(share) => `${Math.round(share * 100)}% of the largest`} />
    </Panel>
  )
}
