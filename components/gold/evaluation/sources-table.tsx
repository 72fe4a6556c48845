'use client'

import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Tone } from '@/components/ui/tone'
import { fileSize } from '@/components/workspace/imports/counted'
import type { EvaluationStateName, EvaluationView } from '@/lib/gold/evaluation/contract'
import { useDeleteEvaluation } from '@/lib/gold/evaluation/hooks'
import { counted, formatCount } from './figure-words'
import { SourceDetail } from './source-detail'

const STATES: Record<EvaluationStateName, [string, Tone]> = {
  uploading: ['Uploading', 'accent'],
  working: ['Being checked', 'accent'],
  done: ['Scored', 'positive'],
  refused: ['Has problems', 'negative'],
  failed: ['Failed', 'negative'],
}
const NAMED = 3

interface SourcesTableProps {
  projectId: string
  evaluations: readonly EvaluationView[]
  canChange: boolean
}

/** The files and runs that systems come from, and what became of each. */
export function SourcesTable({ projectId, evaluations, canChange }: SourcesTableProps) {
  return (
    <Table caption="Where the systems come from">
      <thead>
        <tr>
          <Th>File or run</Th>
          <Th>State</Th>
          <Th>Systems</Th>
          <Th numeric>Predictions</Th>
          <Th>Added</Th>
          {canChange ? (
            <Th>
              <span className="sr-only">Remove</span>
            </Th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {evaluations.map((each) => (
          <Tr key={each.id}>
            <Td className="wrap-anywhere min-w-40 max-w-72">
              {each.runId ? (
                <Link href={`/projects/${projectId}/prefill/runs/${each.runId}`} dir="auto">
                  {each.name}
                </Link>
              ) : (
                <span dir="auto">{each.name}</span>
              )}
              <span className="block text-muted text-xs">
                {each.runId ? 'run of pre-fill' : fileSize(each.byteSize)}
              </span>
            </Td>
            <Td className="min-w-40">
              <State projectId={projectId} evaluation={each} />
            </Td>
            <Td className="wrap-anywhere min-w-32 max-w-64">
              <span dir="auto">{systemWords(each)}</span>
            </Td>
            <Td numeric>
              {formatCount(each.predictions)}
              {each.unmatched > 0 ? (
                <span className="block text-muted text-xs">
                  {formatCount(each.unmatched)} found nothing in the gold of that day
                </span>
              ) : null}
            </Td>
            <Td className="whitespace-nowrap">
              <Time value={each.createdAt} format="relative" />
            </Td>
            {canChange ? (
              <Td>
                <Remove projectId={projectId} evaluation={each} />
              </Td>
            ) : null}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function State({ projectId, evaluation }: { projectId: string; evaluation: EvaluationView }) {
  const { state, progress, name, problemCount, error, unmatched } = evaluation
  const [text, tone] = STATES[state]
  return (
    <div className="space-y-1.5">
      <Badge tone={tone}>{text}</Badge>
      {state === 'working' ? <ProgressBar label={`Check of ${name}`} value={Math.round(progress * 100)} /> : null}
      {error ? <p className="text-xs">{error}</p> : null}
      {problemCount > 0 || unmatched > 0 ? <SourceDetail projectId={projectId} evaluation={evaluation} /> : null}
    </div>
  )
}

function systemWords({ systems, state }: EvaluationView): string {
  if (state !== 'done') return '–'
  const names = systems.slice(0, NAMED).map(({ system }) => system)
  return systems.length > NAMED
    ? `${names.join(', ')} and ${formatCount(systems.length - NAMED)} more`
    : names.join(', ')
}

function Remove({ projectId, evaluation: { id, name, systems } }: { projectId: string; evaluation: EvaluationView }) {
  const remove = useDeleteEvaluation(projectId)
  return (
    <AlertDialog
      title="Remove these predictions?"
      description={`${name} and ${counted(systems.length, 'system')} in it leave every report. What gold says is not touched.`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutateAsync(id)}
      trigger={
        <Button size="sm" loading={remove.isPending}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      }
    />
  )
}
