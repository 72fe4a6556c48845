import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { RunView } from '@/lib/automation/prefill/contract'
import { moneyText, RUN_KIND_TEXT, runProgress } from '@/lib/automation/prefill/rules'
import { RunStateBadge } from './state-badges'

interface RunsTableProps {
  projectId: string
  runs: readonly RunView[]
  /** Titles of stages, by key. */
  stages: ReadonlyMap<string, string>
}

/** The runs of a project: where they stand, what they came to, what they cost. */
export function RunsTable({ projectId, runs, stages }: RunsTableProps) {
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
