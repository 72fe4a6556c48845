'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { DefinitionList } from '@/components/ui/definition-list'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { WandSparkles } from '@/components/ui/icons'
import { Kbd } from '@/components/ui/kbd'
import { ButtonLink, Link } from '@/components/ui/link'
import { Meter } from '@/components/ui/meter'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useKeymap } from '@/components/ui/use-keymap'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import type { RunView } from '@/lib/automation/prefill/contract'
import { prefillQuery, runsQuery } from '@/lib/automation/prefill/hooks'
import { moneyText, RUN_KIND_TEXT, runProgress } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { counted } from '@/lib/text/counted'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { PREFILL_KEYS, RUNS_BINDINGS } from './keys'
import { canAskModels, stagesOf } from './plan'
import { RunStateBadge } from './state-badges'

/** What runs may use and spend, and what they have spent. */
function MeansPanel({
  projectId,
  overview,
  canManage,
}: {
  projectId: string
  overview: PrefillOverview
  canManage: boolean
}) {
  return (
    <Panel
      title="What runs may use"
      actions={
        canManage ? (
          <ButtonLink size="sm" href={`/projects/${projectId}/prefill/settings`}>
            Settings
          </ButtonLink>
        ) : undefined
      }
    >
      <div className="space-y-4">
        <DefinitionList
          items={[
            { term: 'Models', description: modelsText(overview) },
            { term: 'Search', description: searchText(overview) },
          ]}
        />
        <Spent overview={overview} />
      </div>
    </Panel>
  )
}

function modelsText({ models }: PrefillOverview): ReactNode {
  if (models.scripted) return 'None is asked: recorded answers are replayed (ASSAY_LLM is set to scripted).'
  if (!models.configured)
    return 'None. The offline steps work without one; to ask models, an administrator enters a key under Provider keys, or set OPENAI_API_KEY, or OPENAI_BASE_URL for another endpoint, and start Assay again.'
  return (
    <>
      <span className="wrap-anywhere">{models.standard ?? 'No standard model: each run names its own'}</span>
      {models.baseUrl ? <span className="wrap-anywhere block text-muted">at {models.baseUrl}</span> : null}
    </>
  )
}

function searchText({ settings, searches, corpus }: PrefillOverview): string {
  const found = searches.find(({ id }) => id === settings.search)
  const title = found?.title ?? settings.search
  if (settings.search === 'corpus') return `${title}: ${counted(corpus.documents, 'document')}`
  return found?.configured ? title : `${title}, which is not configured: set ${found?.needs.join(' and ') ?? 'its key'}`
}

function Spent({ overview: { spentMicro, settings } }: { overview: PrefillOverview }) {
  const { budgetMicro } = settings
  if (budgetMicro === null)
    return (
      <p className="text-sm">
        {moneyText(spentMicro)} spent. <span className="text-muted">The project has no ceiling.</span>
      </p>
    )
  return (
    <Meter
      label="Spent"
      valueText={`${moneyText(spentMicro)} of ${moneyText(budgetMicro)}`}
      value={budgetMicro === 0 ? 1 : spentMicro / budgetMicro}
      tone={spentMicro >= budgetMicro ? 'negative' : 'accent'}
    />
  )
}

interface RunsTableProps {
  projectId: string
  runs: readonly RunView[]
  /** Titles of stages, by key. */
  stages: ReadonlyMap<string, string>
}

/** The runs of a project: where they stand, what they came to, what they cost. */
function RunsTable({ projectId, runs, stages }: RunsTableProps) {
  return (
    <Table caption="Runs">
      <thead>
        <tr>
          <Th>Run</Th>
          <Th>State</Th>
          <Th>Progress</Th>
          <Th numeric>Failed</Th>
          <Th numeric>Cost</Th>
          <Th>Started</Th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} projectId={projectId} run={run} stage={stages.get(run.stage ?? '') ?? run.stage} />
        ))}
      </tbody>
    </Table>
  )
}

function RunRow({ projectId, run, stage }: { projectId: string; run: RunView; stage: string | null }) {
  const { total, ended } = runProgress(run.items)
  return (
    <Tr>
      <Td className="min-w-48 max-w-md">
        <Link href={`/projects/${projectId}/prefill/runs/${run.id}`} className="wrap-anywhere" dir="auto">
          {run.name}
        </Link>
        <p className="text-muted text-xs">{[RUN_KIND_TEXT[run.kind], stage].filter(Boolean).join(' · ')}</p>
      </Td>
      <Td>
        <RunStateBadge state={run.state} />
      </Td>
      <Td className="min-w-40">
        <ProgressBar
          label={`Progress of ${run.name}`}
          value={ended}
          max={Math.max(total, 1)}
          valueText={`${ended} of ${total}`}
          tone={run.items.failed > 0 ? 'partial' : 'accent'}
        />
        <p aria-hidden className="mt-1 text-muted text-xs tabular-nums">
          {ended.toLocaleString('en')} of {total.toLocaleString('en')} items
        </p>
      </Td>
      <Td numeric>{run.items.failed.toLocaleString('en')}</Td>
      <Td numeric className="whitespace-nowrap">
        {moneyText(run.spentMicro)}
      </Td>
      <Td className="min-w-32">
        <Time value={run.createdAt} format="relative" className="whitespace-nowrap" />
        {run.by ? (
          <p dir="auto" className="wrap-anywhere text-muted text-xs">
            {run.by}
          </p>
        ) : null}
      </Td>
    </Tr>
  )
}

interface PrefillViewProps {
  project: ProjectView
  initialData: PrefillOverview
  initialRuns: { runs: RunView[] }
}

/** What machines have done for a project, and the way to have them do more. */
export function PrefillView({ project, initialData, initialRuns }: PrefillViewProps) {
  const { data: overview } = useQuery({ ...prefillQuery(project.id), initialData })
  const { data, error, refetch } = useQuery({ ...runsQuery(project.id), initialData: initialRuns })
  const router = useRouter()
  const canStart = project.abilities.manage && project.abilities.change && stagesOf(overview).length > 0
  const base = `/projects/${project.id}/prefill`
  useKeymap(RUNS_BINDINGS, { prefill: canStart ? () => router.push(`${base}/new`) : undefined })
  const stages = new Map(overview.stages.map(({ key, title }) => [key, title]))
  return (
    <>
      <PageHeader
        title="Pre-fill"
        description="Machines propose, people decide. What a run proposes stands as a suggestion beside the question until somebody answers; it never becomes an answer by itself."
        actions={
          canStart ? (
            <>
              <StartLink base={base} />
              <ShortcutSheet bindings={RUNS_BINDINGS} />
            </>
          ) : undefined
        }
      />
      <div className="space-y-6">
        <MeansPanel projectId={project.id} overview={overview} canManage={project.abilities.manage} />
        <section aria-labelledby="runs-heading" className="space-y-3">
          <h2 id="runs-heading" className="font-semibold text-lg">
            Runs
          </h2>
          {error ? (
            <ErrorState title="The runs could not be loaded again" onRetry={() => void refetch()}>
              {error.message}
            </ErrorState>
          ) : null}
          {data.runs.length > 0 ? (
            <RunsTable projectId={project.id} runs={data.runs} stages={stages} />
          ) : (
            <NoRuns canStart={canStart} overview={overview} base={base} />
          )}
        </section>
        <Rooms base={base} overview={overview} canManage={project.abilities.manage} />
      </div>
    </>
  )
}

function StartLink({ base }: { base: string }) {
  return (
    <ButtonLink
      variant="primary"
      href={`${base}/new`}
      aria-keyshortcuts={useAriaKeys()(PREFILL_KEYS.prefill)}
      icon={<WandSparkles aria-hidden className="size-4" />}
    >
      Pre-fill
      <Kbd of={PREFILL_KEYS.prefill} hidden className="-me-1" />
    </ButtonLink>
  )
}

function NoRuns({ canStart, overview, base }: { canStart: boolean; overview: PrefillOverview; base: string }) {
  if (stagesOf(overview).length === 0)
    return (
      <EmptyState title="Nothing can be automated here">
        The protocol of this project has no automatic steps. People annotate without suggestions.
      </EmptyState>
    )
  if (!canStart)
    return <EmptyState title="No runs yet">A manager starts them while the project is not archived.</EmptyState>
  return (
    <EmptyState title="No runs yet" icon={<WandSparkles />} actions={<StartLink base={base} />}>
      {canAskModels(overview)
        ? 'Choose what a machine proposes before people begin, try it on one item, and start.'
        : 'The offline steps need neither key nor internet. Their proposals are modest, and marked as what they are.'}
    </EmptyState>
  )
}

/** The pages beside the runs, each with what it is for. */
function Rooms({ base, overview, canManage }: { base: string; overview: PrefillOverview; canManage: boolean }) {
  const rooms = [
    { to: 'anchoring', title: 'Anchoring', text: 'Whether suggestions change what people answer.', show: true },
    { to: 'policies', title: 'What annotators see', text: 'Which suggestions are shown, and when.', show: canManage },
    { to: 'corpus', title: 'Documents', text: 'Your own texts, searched without the internet.', show: true },
    {
      to: 'outputs',
      title: 'Machine outputs',
      text: 'Outputs of other tools, from a file, as runs.',
      show: canManage,
    },
    {
      to: 'generate',
      title: 'Generate responses',
      text: 'Have models answer prompts; each response becomes an item.',
      show: canManage && overview.canGenerate,
    },
  ]
  return (
    <section aria-labelledby="rooms-heading" className="space-y-3">
      <h2 id="rooms-heading" className="font-semibold text-lg">
        Related pages
      </h2>
      <ul className="grid gap-3 text-sm sm:grid-cols-2">
        {rooms
          .filter(({ show }) => show)
          .map(({ to, title, text }) => (
            <li key={to} className="rounded-lg border border-line bg-surface px-4 py-3">
              <Link href={`${base}/${to}`}>{title}</Link>
              <p className="mt-0.5 text-muted">{text}</p>
            </li>
          ))}
      </ul>
    </section>
  )
}
