'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Pagination } from '@/components/ui/pagination'
import { SkeletonText } from '@/components/ui/skeleton'
import { ProblemsTable } from '@/components/workspace/imports/problems-table'
import { DETAIL_PAGE, type EvaluationView } from '@/lib/gold/evaluation/contract'
import { evaluationQuery } from '@/lib/gold/evaluation/hooks'
import { counted } from './figure-words'
import { MissedTable } from './missed-panel'

interface SourceDetailProps {
  projectId: string
  evaluation: EvaluationView
}

/** What is wrong with a file, line by line; or which of its predictions stood for nothing in the gold when it came. */
export function SourceDetail({ projectId, evaluation }: SourceDetailProps) {
  const { name, problemCount, unmatched } = evaluation
  const words =
    problemCount > 0 ? counted(problemCount, 'problem') : `${counted(unmatched, 'prediction')} without a target`
  return (
    <Dialog
      size="lg"
      title={words}
      description={
        problemCount > 0
          ? `Nothing of ${name} was taken. Correct it and upload it again: all of it is taken or nothing.`
          : `In ${name}, when it came. The report says which ones stand for nothing today.`
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
