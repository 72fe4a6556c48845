'use client'

import { useMemo, useState } from 'react'
import { type Drafts, readDrafts, startingDrafts } from '@/components/automation/prefill/parameter-drafts'
import { parameterFields } from '@/components/automation/prefill/parameter-fields'
import { ParameterForm } from '@/components/automation/prefill/parameter-form'
import { METHOD_TITLES } from '@/components/quality/agreement/method-titles'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { DefinitionList } from '@/components/ui/definition-list'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Folded } from '@/components/ui/folded'
import { DownloadLink } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Select } from '@/components/ui/select'
import { SkeletonText } from '@/components/ui/skeleton'
import { inWords, plainValue } from '@/components/workspace/tasks/plain-value'
import type { TaskView } from '@/lib/gold/evaluation/contract'
import { useReport } from '@/lib/gold/evaluation/hooks'
import { type EvaluationReport, MOST_SYSTEMS } from '@/lib/gold/evaluation/report/contract'
import { intervalMethods } from '@/lib/stats/interval-limits'
import { counted } from '@/lib/text/counted'
import { askedOf, type Choice, downloadHref, USUAL } from './addresses'
import { MissedPanel } from './missed-panel'
import { ScoringSection } from './scoring-section'

interface ChoicePanelProps {
  task: TaskView
  /** Of everything that was uploaded for the task. */
  systems: readonly string[]
  choice: Choice
  /** The model by which texts can be compared by meaning; null: none. */
  likenessModel: string | null
  onChange: (choice: Choice) => void
}

/** Which systems, and how they are scored; folded away, since all and the defaults are what most want. */
function ChoicePanel({ task, systems, choice, likenessModel, onChange }: ChoicePanelProps) {
  const fields = useMemo(() => parameterFields(task.parameters), [task.parameters])
  const [drafts, setDrafts] = useState<Drafts>(() => startingDrafts(fields))
  const [chosen, setChosen] = useState<readonly string[] | null>(choice.systems)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [likeness, setLikeness] = useState(choice.likeness)
  const [mcnemar, setMcnemar] = useState(choice.mcnemar)
  const [method, setMethod] = useState(choice.method)
  const canCompare = task.comparesMeanings && likenessModel !== null
  const isChosen = (system: string) => chosen?.includes(system) ?? true
  const none = systems.length > 0 && !systems.some(isChosen)
  const many = systems.filter(isChosen).length > MOST_SYSTEMS
  const apply = () => {
    const read = readDrafts(fields, drafts)
    setErrors(read.errors)
    if (Object.keys(read.errors).length > 0 || none || many) return
    const some = systems.filter(isChosen)
    const whose = some.length === systems.length ? null : some
    onChange({ parameters: read.values, systems: whose, likeness, mcnemar, method })
  }
  const toggle = (system: string) =>
    setChosen(systems.filter((each) => (each === system ? !isChosen(each) : isChosen(each))))
  return (
    <Folded title={titleOf(fields.length, systems.length)}>
      <div className="space-y-4">
        {systems.length > 1 ? (
          <fieldset className="space-y-2">
            <legend className="mb-1 font-medium text-sm">Systems</legend>
            <div className="grid max-h-72 gap-2 overflow-y-auto sm:grid-cols-2">
              {systems.map((system) => (
                <Checkbox
                  key={system}
                  className="wrap-anywhere"
                  label={<span dir="auto">{system}</span>}
                  checked={isChosen(system)}
                  onCheckedChange={() => toggle(system)}
                />
              ))}
            </div>
          </fieldset>
        ) : null}
        <ParameterForm fields={fields} drafts={drafts} errors={errors} onChange={setDrafts} />
        {canCompare ? (
          <Checkbox
            label={`Compare texts by meaning too, by ${likenessModel}`}
            hint="The texts are sent to the server’s model endpoint, which costs; the price counts towards no budget."
            checked={likeness}
            onCheckedChange={(checked) => setLikeness(checked === true)}
          />
        ) : null}
        <Field label="Intervals">
          <Select
            className="w-auto max-w-full"
            options={intervalMethods.map((value) => ({ value, label: METHOD_TITLES[value] }))}
            value={method}
            onValueChange={setMethod}
          />
        </Field>
        <Checkbox
          label="McNemar’s test beside comparisons too"
          hint="It is about who was right, whatever figure is shown, and takes targets of one item as independent."
          checked={mcnemar}
          onCheckedChange={(checked) => setMcnemar(checked === true)}
        />
        {none || many ? (
          <p role="alert" className="text-negative-text text-sm">
            {none ? 'Choose at least one system.' : `Choose at most ${MOST_SYSTEMS} systems.`}
          </p>
        ) : null}
        <Button onClick={apply}>Score again</Button>
      </div>
    </Folded>
  )
}

function titleOf(fields: number, systems: number): string {
  if (fields === 0 && systems < 2) return 'How intervals are made'
  return systems > 1 ? 'Which systems, and how they are scored' : 'How they are scored'
}

/** What a reader has to know of the figures: how they were made, by which settings. */
function ReportNotes({ report }: { report: EvaluationReport }) {
  const { parameters, prepared, notes } = report
  const facts = [
    ...Object.entries(parameters).map(([name, value]) => ({
      term: inWords(name).replace(/^./, (letter) => letter.toUpperCase()),
      description: plainValue(value),
    })),
    ...(prepared === null ? [] : [{ term: 'Found beforehand', description: plainValue(prepared, (name) => name) }]),
  ]
  return (
    <Panel title="How these figures were made">
      <div className="space-y-4">
        {facts.length > 0 ? <DefinitionList items={facts} /> : null}
        <ul className="max-w-prose list-disc space-y-1 ps-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

interface ReportSectionProps {
  hasReceipts: boolean
  projectId: string
  task: TaskView
  systems: readonly string[]
  likenessModel: string | null
}

/** What is waited for. `isFetched`: the server has said that it makes the report; else it may have it. */
function pendingWords(isShown: boolean, isFetched: boolean): string {
  if (!isFetched) return 'The report is being fetched'
  return isShown ? 'The gold or the systems have changed: the report is being made anew' : 'The report is being made'
}

/** The report of a task, as it stands and as it changes. */
export function ReportSection({ projectId, task, systems, likenessModel, hasReceipts }: ReportSectionProps) {
  const [choice, setChoice] = useState<Choice>(USUAL)
  const { report, state, isFetched, progress, error, retry } = useReport(projectId, askedOf(task.key, choice))
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
            {hasReceipts ? (
              <>
                <DownloadLink href={downloadHref(projectId, task.key, choice, 'receipt')}>Receipt</DownloadLink>
                <DownloadLink href={downloadHref(projectId, task.key, choice, 'script')}>
                  Receipt as a program
                </DownloadLink>
              </>
            ) : null}
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
            label={pendingWords(report !== null, isFetched)}
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
        title="Predictions that match nothing"
        description="They match nothing in the gold of today. They are checked again when gold grows."
        missed={report.missed}
      />
      <MissedPanel
        title="Duplicate predictions"
        description="The system had already made a prediction about the same; the first one counts."
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
