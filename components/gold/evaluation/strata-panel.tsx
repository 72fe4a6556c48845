'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th } from '@/components/ui/table'
import type { EvaluationReport, ScoringReport } from '@/lib/gold/evaluation/report/contract'
import { FigureText } from './figure-cell'
import { counted, type FigureHead, formatFigure, orderBy } from './figure-words'

interface StrataPanelProps {
  report: EvaluationReport
  scoring: ScoringReport
  figure: FigureHead
}

/** The chosen figure of every system by domain, or by whatever else the task tells targets apart. */
export function StrataPanel({ report, scoring, figure }: StrataPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const used = report.strata.filter(({ key }) => valuesOf(scoring, key).length > 0)
  const by = used.find(({ key }) => key === chosen) ?? used[0]
  if (!by) return null
  const values = valuesOf(scoring, by.key)
  const standings = orderBy(scoring.standings, ({ figures }) => figures[figure.key], figure.better)
  return (
    <Panel
      title={`${scoring.title}: ${figure.title} by ${by.title.toLowerCase()}`}
      headingLevel={3}
      actions={
        used.length > 1 ? (
          <Select
            label="Told apart by"
            className="w-auto"
            options={used.map(({ key, title }) => ({ value: key, label: title }))}
            value={by.key}
            onValueChange={setChosen}
          />
        ) : null
      }
    >
      <Table caption={`${scoring.title}: ${figure.title} by ${by.title}`}>
        <thead>
          <tr>
            <Th>System</Th>
            {values.map((value) => (
              <Th key={value} numeric className="wrap-anywhere min-w-28 whitespace-normal">
                <span dir="auto">{by.values?.[value] ?? (value || 'none')}</span>
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map(({ system, baseline, strata }) => (
            <tr key={`${baseline} ${system}`}>
              <Th scope="row" className="wrap-anywhere sticky start-0 z-1 min-w-28 max-w-56 bg-surface align-top">
                <span dir="auto">{system}</span>
                {baseline ? <Badge className="ms-2">Baseline</Badge> : null}
              </Th>
              {values.map((value) => {
                const stratum = strata.find((each) => each.key === by.key && each.value === value)
                return (
                  <Td key={value} numeric>
                    {stratum ? (
                      <>
                        <FigureText
                          figure={stratum.figures[figure.key]}
                          format={(number) => formatFigure(figure.form, number)}
                        />
                        <span className="block text-muted text-xs">
                          {counted(stratum.targets, scoring.unitOfAnalysis)}
                        </span>
                      </>
                    ) : (
                      <span className="text-muted text-xs">nothing scored</span>
                    )}
                  </Td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

const valuesOf = ({ standings }: ScoringReport, key: string): string[] =>
  [
    ...new Set(standings.flatMap(({ strata }) => strata.filter((each) => each.key === key).map(({ value }) => value))),
  ].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
