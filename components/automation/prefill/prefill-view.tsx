'use client'

import { useQuery } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Kbd } from '@/components/ui/kbd'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { useKeymap } from '@/components/ui/use-keymap'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import type { RunView } from '@/lib/automation/prefill/contract'
import { prefillQuery, runsQuery } from '@/lib/automation/prefill/hooks'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { PREFILL_KEYS, RUNS_BINDINGS } from './keys'
import { MeansPanel } from './means-panel'
import { canAskModels, stagesOf } from './plan'
import { RunsTable } from './runs-table'

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
      <Kbd of={PREFILL_KEYS.prefill} hidden className="-me-1 max-sm:hidden" />
    </ButtonLink>
  )
}

function NoRuns({ canStart, overview, base }: { canStart: boolean; overview: PrefillOverview; base: string }) {
  if (stagesOf(overview).length === 0)
    return (
      <EmptyState title="Machines can do nothing here">
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
      text: 'What a machine said elsewhere, from a file, as runs.',
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
        Around it
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
