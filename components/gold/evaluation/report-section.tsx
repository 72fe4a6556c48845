'use client'

import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { ErrorState } from '@/components/ui/error-state'
import { DownloadLink } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { SkeletonText } from '@/components/ui/skeleton'
import type { TaskView } from '@/lib/gold/evaluation/contract'
import { useReport } from '@/lib/gold/evaluation/hooks'
import type { EvaluationReport } from '@/lib/gold/evaluation/report/contract'
import { askedOf, type Choice, downloadHref } from './addresses'
import { ChoicePanel } from './choice-panel'
import { counted } from './figure-words'
import { MissedPanel } from './missed-panel'
import { ReportNotes } from './report-notes'
import { ScoringSection } from './scoring-section'

interface ReportSectionProps {
  projectId: string
  task: TaskView
  systems: readonly string[]
  likenessModel: string | null
}

/** The report of a task, as it stands and as it changes. */
export function ReportSection({ projectId, task, systems, likenessModel }: ReportSectionProps) {
  const [choice, setChoice] = useState<Choice>({ parameters: {}, systems: null, likeness: false })
  const { report, state, progress, error, retry } = useReport(projectId, askedOf(task.key, choice))
  return (
    <section aria-labelledby="report" className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="report" className="font-semibold text-lg">
            Report
          </h2>
          {report ? <p className="text-muted text-sm">{scopeWords(report, task)}</p> : null}
        </div>
        {report && state === 'ready' ? (
          <div className="flex flex-wrap gap-2 print:hidden">
            <DownloadLink href={downloadHref(projectId, task.key, choice, 'json')}>Report as JSON</DownloadLink>
            <DownloadLink href={downloadHref(projectId, task.key, choice, 'csv')}>Figures as CSV</DownloadLink>
          </div>
        ) : null}
      </div>
      <ChoicePanel
        key={task.key}
        task={task}
        systems={systems}
        choice={choice}
        likenessModel={likenessModel}
        onChange={setChoice}
      />
      <div role="status">
        {state === 'pending' ? (
          <ProgressBar
            label={
              report
                ? 'The gold or the systems have changed: the report is being made anew'
                : 'The report is being made'
            }
            showLabel
            value={progress > 0 ? Math.round(progress * 100) : null}
          />
        ) : (
          <span className="sr-only">{report ? 'The report is up to date.' : ''}</span>
        )}
      </div>
      {error ? (
        <ErrorState title="The report could not be made" onRetry={retry}>
          {error}
        </ErrorState>
      ) : null}
      {report ? (
        <Made projectId={projectId} task={task} report={report} choice={choice} />
      ) : state === 'pending' ? (
        <SkeletonText lines={6} />
      ) : null}
    </section>
  )
}

interface MadeProps {
  projectId: string
  task: TaskView
  report: EvaluationReport
  choice: Choice
}

function Made({ projectId, task, report, choice }: MadeProps) {
  const systems = report.systems.filter(({ baseline }) => !baseline).length
  return (
    <div className="space-y-8">
      {systems === 0 ? (
        <Callout>There is no system yet: only baselines stand here. Upload predictions to see how yours does.</Callout>
      ) : null}
      {report.scorings.map((scoring) => (
        <ScoringSection
          key={scoring.key}
          projectId={projectId}
          report={report}
          scoring={scoring}
          choice={choice}
          task={task.key}
        />
      ))}
      <MissedPanel
        title="Predictions that count nowhere"
        description="They stand for nothing in the gold of today. When gold grows, they are looked at again."
        missed={report.missed}
      />
      <MissedPanel
        title="Predictions said twice"
        description="The system had spoken of the same already; its first word counts."
        missed={report.repeated}
      />
      <ReportNotes report={report} />
    </div>
  )
}

function scopeWords({ items, targets, predictions }: EvaluationReport, { stage }: TaskView): string {
  const gold = stage === null ? 'brought along by the predictions' : 'with gold'
  return `${counted(targets, 'target')} in ${counted(items, 'item')} ${gold}; ${counted(predictions, 'prediction')} read.`
}
