'use client'

import { useState } from 'react'
import { unitsOf } from '@/components/quality/agreement/figure-format'
import { Badge } from '@/components/ui/badge'
import { ChartShadeKey, shadeOf } from '@/components/ui/chart-shade'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th } from '@/components/ui/table'
import type { EvaluationReport, ScoringReport, Standing } from '@/lib/gold/evaluation/report/contract'
import { inOrder, ranksOf } from '@/lib/gold/evaluation/scoring/rules'
import { type Choice, errorsHref } from './addresses'
import { FigureText } from './figure-cell'
import { type FigureHead, formatCount, formatFigure, orderBy } from './figure-words'
import { Leaderboard } from './leaderboard'
import { PairPanel } from './pair-panel'
import { PaperPanel } from './paper-panel'

interface StrataPanelProps {
  report: EvaluationReport
  scoring: ScoringReport
  figure: FigureHead
}

/** The chosen figure of every system by domain, or by whatever else the task tells targets apart. */
function StrataPanel({ report, scoring, figure }: StrataPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const used = report.strata.filter(({ key }) => valuesOf(scoring, key).length > 0)
  const by = used.find(({ key }) => key === chosen) ?? used[0]
  if (!by) return null
  const values = valuesOf(scoring, by.key)
  const standings = orderBy(scoring.standings, figure)
  const ranks = new Map(values.map((value) => [value, ranksIn(standings, { key: by.key, value }, figure)]))
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
          {standings.map(({ system, baseline, strata }, index) => (
            <tr key={`${baseline} ${system}`}>
              <Th scope="row" className="wrap-anywhere sticky start-0 z-1 min-w-28 max-w-56 bg-surface align-top">
                <span dir="auto">{system}</span>
                {baseline ? <Badge className="ms-2">Baseline</Badge> : null}
              </Th>
              {values.map((value) => {
                const stratum = strata.find((each) => each.key === by.key && each.value === value)
                const rank = ranks.get(value)?.[index] ?? null
                return (
                  <Td key={value} numeric>
                    {stratum ? (
                      <>
                        <FigureText
                          figure={stratum.figures[figure.key]}
                          resampled={stratum.resampled}
                          format={(number) => formatFigure(figure.form, number)}
                        />
                        <span className="block text-muted text-xs">
                          {rank === null ? null : `rank ${rank} · `}
                          {unitsOf(stratum.targets, scoring.unitOfAnalysis)}
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
  inOrder(key, [
    ...new Set(standings.flatMap(({ strata }) => strata.filter((each) => each.key === key).map(({ value }) => value))),
  ])

/** The places of systems on the targets of one value by the chosen figure; null where a system was not scored on all of them. */
function ranksIn(
  standings: readonly Standing[],
  { key, value }: { key: string; value: string },
  figure: FigureHead,
): (number | null)[] {
  const placed = standings.map(({ baseline, strata }) => {
    const {
      missing = 0,
      leftOut = 0,
      figures = {},
    } = strata.find((each) => each.key === key && each.value === value) ?? {}
    return { baseline, missing, leftOut, figures }
  })
  return ranksOf(placed, figure.key, figure.better)
}

/** What gold says against what a system says, counted; nothing where the scoring has no such table. */
function ConfusionPanel({ scoring }: { scoring: ScoringReport }) {
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

/** How alike the orders of systems are, by Kendall's tau; nothing where orders are not compared. */
function RankingsPanel({ scoring: { rankings, title } }: { scoring: ScoringReport }) {
  if (rankings.length === 0) return null
  return (
    <Panel
      title={`${title}: do the orders agree?`}
      headingLevel={3}
      description="Kendall’s tau-b between the orders of systems: 1 is the same order, 0 none in common, −1 the reverse."
    >
      <Table caption={`Orders of systems compared: ${title}`}>
        <thead>
          <tr>
            <Th>First</Th>
            <Th>Second</Th>
            <Th numeric>Tau-b</Th>
            <Th numeric>Systems</Th>
          </tr>
        </thead>
        <tbody>
          {rankings.map(({ first, second, tau, systems }) => (
            <tr key={`${first}\n${second}`}>
              <Th scope="row" className="wrap-anywhere min-w-24">
                <span dir="auto">{first}</span>
              </Th>
              <Td className="wrap-anywhere min-w-24">
                <span dir="auto">{second}</span>
              </Td>
              <Td numeric>
                {tau === null ? (
                  <span className="text-muted text-xs">Undefined: too few systems, or all alike</span>
                ) : (
                  tau.toFixed(2).replace('-', '−')
                )}
              </Td>
              <Td numeric>{formatCount(systems)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

interface ScoringSectionProps {
  projectId: string
  task: string
  report: EvaluationReport
  scoring: ScoringReport
  choice: Choice
}

/** One way of scoring: leaderboard, gold against predictions, breakdown, two systems compared. */
export function ScoringSection({ projectId, task, report, scoring, choice }: ScoringSectionProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const figure = scoring.figures.find(({ key }) => key === chosen) ?? scoring.figures[0]
  if (!figure) return null
  return (
    <section aria-labelledby={`scoring-${scoring.key}`} className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 space-y-1">
          <h3 id={`scoring-${scoring.key}`} className="font-semibold">
            {scoring.title}
          </h3>
          <p className="max-w-prose text-muted text-sm">{scoring.description}</p>
        </div>
        {scoring.figures.length > 1 ? (
          <Field label="Order by" className="print:hidden">
            <Select
              className="w-auto min-w-40"
              options={scoring.figures.map(({ key, title }) => ({ value: key, label: title }))}
              value={figure.key}
              onValueChange={setChosen}
            />
          </Field>
        ) : null}
      </div>
      {scoring.standings.length > 0 ? (
        <Leaderboard
          scoring={scoring}
          figure={figure}
          errorsHref={(system) => errorsHref(projectId, { task, system, scoring: scoring.key, ...choice })}
        />
      ) : (
        <p className="text-muted text-sm">No system is scored here yet, and there is no baseline to begin with.</p>
      )}
      <PaperPanel report={report} scoring={scoring} />
      <ConfusionPanel scoring={scoring} />
      <StrataPanel report={report} scoring={scoring} figure={figure} />
      <RankingsPanel scoring={scoring} />
      <PairPanel
        projectId={projectId}
        task={task}
        scoring={scoring}
        resamples={report.bootstrap.resamples}
        choice={choice}
      />
    </section>
  )
}
