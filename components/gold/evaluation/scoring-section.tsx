'use client'

import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { EvaluationReport, ScoringReport } from '@/lib/gold/evaluation/report/contract'
import { type Choice, errorsHref } from './addresses'
import { ConfusionPanel } from './confusion-panel'
import { Leaderboard } from './leaderboard'
import { PairPanel } from './pair-panel'
import { RankingsPanel } from './rankings-panel'
import { StrataPanel } from './strata-panel'

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
      <Leaderboard
        scoring={scoring}
        figure={figure}
        errorsHref={(system) => errorsHref(projectId, { task, system, scoring: scoring.key, ...choice })}
      />
      <ConfusionPanel scoring={scoring} />
      <StrataPanel report={report} scoring={scoring} figure={figure} />
      <RankingsPanel scoring={scoring} />
      <PairPanel projectId={projectId} task={task} scoring={scoring} choice={choice} />
    </section>
  )
}
