'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { ProgressBar } from '@/components/ui/progress-bar'
import { SkeletonText } from '@/components/ui/skeleton'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Tone } from '@/components/ui/tone'
import { fileSize } from '@/components/workspace/imports/file-size'
import { ProblemsTable } from '@/components/workspace/imports/problems-table'
import { DETAIL_PAGE, type EvaluationStateName, type EvaluationView } from '@/lib/gold/evaluation/contract'
import { evaluationQuery, useDeleteEvaluation } from '@/lib/gold/evaluation/hooks'
import { counted } from '@/lib/text/counted'
import { formatCount } from './figure-words'
import { MissedTable } from './missed-panel'

interface SourceDetailProps {
  projectId: string
  evaluation: EvaluationView
}

/** What is wrong with a file, line by line; or which of its predictions stood for nothing in the gold when it came. */
function SourceDetail({ projectId, evaluation }: SourceDetailProps) {
  const { name, problemCount, unmatched } = evaluation
  const words =
    problemCount > 0 ? counted(problemCount, 'problem') : `${counted(unmatched, 'prediction')} without a target`
  return (
    <Dialog
      size="lg"
      title={words}
      description={
        problemCount > 0
          ? `Nothing of ${name} was kept. Correct it and upload it again: a file is taken whole or not at all.`
          : `In ${name}, as it was uploaded. The report says which ones match nothing today.`
      }
      trigger={
        <Button size="sm" variant="ghost">
          {words}
          <span className="sr-only"> of {name}</span>
        </Button>
      }
    >
      <Detail projectId={projectId} evaluation={evaluation} />
    </Dialog>
  )
}

function Detail({ projectId, evaluation: { id, problemCount, unmatched } }: SourceDetailProps) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(evaluationQuery(projectId, id, page))
  if (error) return <Callout tone="danger">{error.message}</Callout>
  if (!data) return <SkeletonText lines={4} />
  return (
    <div className="space-y-3">
      {data.problems.length > 0 ? <ProblemsTable problems={data.problems} /> : null}
      {data.missed.length > 0 ? (
        <MissedTable
          caption="Predictions without a target"
          missed={data.missed}
          count={data.missed.length}
          perPage={DETAIL_PAGE}
        />
      ) : null}
      <Pagination
        label="Pages of findings"
        previous={page > 1 ? () => setPage(page - 1) : null}
        next={page < data.pages ? () => setPage(page + 1) : null}
        summary={`Page ${page} of ${data.pages}; ${problemCount > 0 ? counted(problemCount, 'problem') : counted(unmatched, 'prediction')} in all`}
      />
    </div>
  )
}

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
                  {formatCount(each.unmatched)} matched nothing in the gold of that day
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
