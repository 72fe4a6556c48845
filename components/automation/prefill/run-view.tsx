'use client'

import { Callout } from '@/components/ui/callout'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/components/workspace/imports/counted'
import type { RunView } from '@/lib/automation/prefill/contract'
import { useRun } from '@/lib/automation/prefill/hooks'
import { RUN_KIND_TEXT, standstillText } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { FailuresPanel } from './failures-panel'
import { RunActs } from './run-acts'
import { RunCounts } from './run-counts'
import { RunFacts } from './run-facts'
import { RunItems } from './run-items'
import { RunPlanView } from './run-plan'
import { RunStateBadge } from './state-badges'

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
          <Callout tone="warning" title="What it was told to do cannot be read">
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
        What it had proposed until then stands. To do the rest, start a new run.
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
