'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { RotateCw } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { StackedBar } from '@/components/ui/stacked-bar'
import { Time } from '@/components/ui/time'
import { type RunView, runItemStates } from '@/lib/automation/prefill/contract'
import { useActOnRun, useRun } from '@/lib/automation/prefill/hooks'
import {
  durationText,
  FAILURE_TEXT,
  ITEM_STATE_TEXT,
  madeText,
  moneyText,
  RUN_KIND_TEXT,
  runProgress,
  standstillText,
} from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { counted } from '@/lib/text/counted'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { RunActs } from './run-acts'
import { RunItems } from './run-items'
import { RunPlanView } from './run-plan'
import { ITEM_TONES, RunStateBadge } from './state-badges'

interface FailuresPanelProps {
  projectId: string
  run: RunView
  canChange: boolean
}

/** What went wrong in a run, grouped, and the way to try it again. Nothing where nothing failed. */
function FailuresPanel({ projectId, run, canChange }: FailuresPanelProps) {
  const retry = useActOnRun(projectId, run.id)
  const failed = run.items.failed
  const canRetry = canChange && failed > 0 && run.kind !== 'import' && run.state !== 'cancelled'
  if (failed === 0 && run.failures.length === 0) return null
  return (
    <Panel
      title={failed === 0 ? 'What goes wrong' : `${counted(failed, 'item')} failed`}
      description={
        failed === 0
          ? 'No item has failed for good; these attempts did and were repeated.'
          : 'The task of a failed item opens with what the steps before the failure proposed.'
      }
      actions={
        canRetry ? (
          <Button
            size="sm"
            icon={<RotateCw aria-hidden className="size-4" />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ act: 'retry' })}
          >
            Try again
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-4">
        {retry.error ? (
          <Callout tone="danger" title="They were not tried again">
            {retry.error.message}
          </Callout>
        ) : null}
        <ul className="space-y-3 text-sm">
          {run.failures.map(({ code, message, items }) => (
            <li key={`${code} ${message}`} className="border-negative-border border-s-2 ps-3">
              <p className="font-medium">
                {FAILURE_TEXT[code]} <span className="font-normal text-muted">({counted(items, 'item')})</span>
              </p>
              <p dir="auto" className="wrap-anywhere">
                {message}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

/** How far a run has come: one bar, its counts by state, and when it will be done. */
function RunCounts({ run }: { run: RunView }) {
  const { total, ended, share } = runProgress(run.items)
  const parts = runItemStates
    .filter((state) => run.items[state] > 0)
    .map((state) => ({
      key: state,
      label: ITEM_STATE_TEXT[state],
      value: run.items[state],
      tone: ITEM_TONES[state],
      valueText: run.items[state].toLocaleString('en'),
    }))
  return (
    <div className="space-y-4">
      <ProgressBar
        label="Ended"
        showLabel
        value={ended}
        max={Math.max(total, 1)}
        valueText={`${ended.toLocaleString('en')} of ${counted(total, 'item')} (${Math.floor(share * 100)}%)`}
        className="[&_[role=progressbar]]:h-3"
      />
      {parts.length > 0 ? <StackedBar parts={parts} /> : null}
      <Expected run={run} />
    </div>
  )
}

function Expected({ run }: { run: RunView }) {
  if (run.finishedAt)
    return (
      <p className="text-muted text-sm">
        Ended <Time value={run.finishedAt} format="relative" />.
      </p>
    )
  if (run.state !== 'running') return null
  return (
    <p className="text-muted text-sm">
      {run.expectedAt ? (
        <>
          Expected to end <Time value={run.expectedAt} format="relative" />, at the pace of the last minutes.
        </>
      ) : (
        'When it will end cannot be estimated yet.'
      )}
    </p>
  )
}

/** What a run has cost and made so far. */
function RunFacts({ run }: { run: RunView }) {
  const ceiling = run.budgetMicro === null ? 'no ceiling of its own' : `of at most ${moneyText(run.budgetMicro)}`
  return (
    <DefinitionList
      items={[
        { term: 'Cost', description: `${moneyText(run.spentMicro)}, ${ceiling}` },
        { term: 'Calls', description: callsText(run) },
        { term: madeText(run), description: run.suggestions.toLocaleString('en') },
        {
          term: 'Time an item',
          description: run.latency
            ? `${durationText(run.latency.p50)} in the middle, ${durationText(run.latency.p95)} for the slowest twentieth`
            : 'Not known before an item is done',
        },
        {
          term: 'Started',
          description: (
            <>
              <Time value={run.startedAt ?? run.createdAt} />
              {run.by ? (
                <>
                  {' by '}
                  <bdi className="wrap-anywhere">{run.by}</bdi>
                </>
              ) : null}
            </>
          ),
        },
      ]}
    />
  )
}

/** Kept answers are not paid again; both numbers count towards what the items needed. */
function callsText({ calls, cachedCalls }: RunView): string {
  if (calls === 0 && cachedCalls === 0) return 'None'
  const out = `${calls.toLocaleString('en')} sent`
  return cachedCalls === 0 ? out : `${out}, ${cachedCalls.toLocaleString('en')} answered from what was kept`
}

interface RunPageProps {
  project: ProjectView
  overview: PrefillOverview
  initialData: RunView
}

/** One run, live: how far it is, what it costs, what fails, what it did to each item. */
export function RunPage({ project, overview, initialData }: RunPageProps) {
  const { data: run = initialData, error } = useRun(project.id, initialData.id, initialData)
  const base = `/projects/${project.id}/prefill`
  const stage = overview.stages.find(({ key }) => key === run.stage)?.title ?? run.stage
  const searches = new Map(overview.searches.map(({ id, title }) => [id, title]))
  const canChange = project.abilities.manage && project.abilities.change
  const canTriage = overview.canTriage && run.kind === 'pipeline' && run.items.done > 0
  return (
    <>
      <PageHeader
        eyebrow={<Link href={base}>Pre-fill</Link>}
        title={<bdi className="wrap-anywhere">{run.name}</bdi>}
        description={[RUN_KIND_TEXT[run.kind], stage].filter(Boolean).join(' · ')}
        actions={
          <>
            <span className="flex items-center">
              <RunStateBadge state={run.state} />
            </span>
            {canTriage && project.abilities.manage ? (
              <ButtonLink href={`${base}/runs/${run.id}/triage`}>Choose what is worth annotating</ButtonLink>
            ) : null}
            {canChange && run.kind !== 'import' ? <RunActs projectId={project.id} run={run} /> : null}
          </>
        }
      />
      <div className="space-y-6">
        {error ? (
          <Callout tone="warning" title="This may be out of date" live>
            {error.message} The run goes on without this page.
          </Callout>
        ) : null}
        <Outcome run={run} />
        {run.kind === 'evaluation' ? <Scored projectId={project.id} run={run} /> : null}
        <Panel title="Progress">
          <RunCounts run={run} />
        </Panel>
        <Panel title="What it took">
          <RunFacts run={run} />
        </Panel>
        <FailuresPanel projectId={project.id} run={run} canChange={canChange} />
        {run.plan ? (
          <RunPlanView plan={run.plan} stage={stage} searches={searches} />
        ) : (
          <Callout tone="warning" title="The settings of this run cannot be read">
            Its suggestions are as they were. To repeat the run, start a new one.
          </Callout>
        )}
        <RunItems projectId={project.id} run={run} />
      </div>
    </>
  )
}

/** What a run came to, or why it stands still, in a sentence or two. */
function Outcome({ run }: { run: RunView }) {
  const standstill = standstillText(run)
  if (standstill)
    return (
      <Callout tone="warning" title="Paused" live>
        {standstill}
      </Callout>
    )
  if (run.state === 'cancelled')
    return (
      <Callout title="Cancelled" live>
        What it had proposed by then stands. To do the rest, start a new run.
      </Callout>
    )
  if (run.state !== 'done') return null
  const { done, failed, skipped } = run.items
  if (failed > 0)
    return (
      <Callout tone="warning" title={`${counted(done, 'item')} done, ${failed.toLocaleString('en')} failed`} live>
        {run.kind === 'evaluation'
          ? 'What failed has no prediction, and reports say so. Try it again below.'
          : 'Nobody is held up: tasks open without suggestions too.'}
      </Callout>
    )
  if (skipped > 0)
    return (
      <Callout tone="warning" title={`${counted(done, 'item')} done, ${skipped.toLocaleString('en')} skipped`} live>
        {`${outcomeOf(run)} Why items were skipped stands at each of them below.`}
      </Callout>
    )
  return (
    <Callout tone="success" title={`${counted(done, 'item')} done`} live>
      {run.kind === 'generation'
        ? 'Each response is an item of the project now, with the model kept on it.'
        : outcomeOf(run)}
    </Callout>
  )
}

const outcomeOf = ({ kind, suggestions }: RunView) =>
  kind === 'evaluation'
    ? `${counted(suggestions, 'prediction is', 'predictions are')} kept with the run.`
    : `${counted(suggestions, 'suggestion stands', 'suggestions stand')} beside the questions.`

/** Where a run on gold comes to, and that nobody is given what it says. */
function Scored({ projectId, run }: { projectId: string; run: RunView }) {
  return (
    <p className="text-muted text-sm">
      {run.state === 'done'
        ? 'Its figures stand under '
        : 'What it predicts is suggested to nobody. Once it has ended its figures stand under '}
      <Link href={`/projects/${projectId}/evaluation`}>Evaluation</Link>.
    </p>
  )
}
