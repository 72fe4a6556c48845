'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Select } from '@/components/ui/select'
import type { AskedErrors } from '@/lib/gold/evaluation/hooks'
import { errorsQuery, useEvaluationStream } from '@/lib/gold/evaluation/hooks'
import { ERRORS_PAGE, type Errors, KEPT_ERRORS } from '@/lib/gold/evaluation/report/contract'
import { INTERVAL_METHOD } from '@/lib/stats/interval-limits'
import { counted } from '@/lib/text/counted'
import { errorsHref, taskHref } from './addresses'
import { ErrorsTable } from './errors-table'
import { formatCount } from './figure-words'

interface ErrorsViewProps {
  projectId: string
  asked: AskedErrors
  initialData: Errors
}

/** What a system got wrong, each leading into its item. */
export function ErrorsView({ projectId, asked, initialData }: ErrorsViewProps) {
  const { data = initialData, error, refetch } = useQuery({ ...errorsQuery(projectId, asked), initialData })
  useEvaluationStream(projectId)
  const problem = error?.message ?? data.error
  return (
    <>
      <PageHeader
        eyebrow={<Link href={taskHref(projectId, data.task.key)}>Evaluation: {data.task.title}</Link>}
        title={
          <>
            Errors of <bdi className="wrap-anywhere">{data.system}</bdi>
          </>
        }
        description="Where the system says something else than the gold. Each leads into its item."
      />
      {problem ? (
        <ErrorState title="The errors could not be listed" onRetry={() => void refetch()}>
          {problem}
        </ErrorState>
      ) : data.state === 'pending' ? (
        <div role="status">
          <ProgressBar label="The report is being made; its errors appear here by themselves" showLabel value={null} />
        </div>
      ) : (
        <Listed projectId={projectId} asked={asked} data={data} />
      )}
    </>
  )
}

function Listed({ projectId, asked, data }: { projectId: string; asked: AskedErrors; data: Errors }) {
  const router = useRouter()
  const { system, scoring, scorings, systems, errors, total } = data
  const choice = {
    task: asked.task,
    parameters: asked.parameters ?? {},
    systems: asked.systems ?? null,
    likeness: asked.likeness === 'yes',
    mcnemar: asked.mcnemar === 'yes',
    method: asked.method ?? INTERVAL_METHOD,
  }
  const hrefOf = (overrides: { system?: string; scoring?: string; page?: number }) =>
    errorsHref(projectId, { ...choice, system, ...(scoring ? { scoring } : {}), ...overrides })
  const pages = Math.ceil(total / ERRORS_PAGE)
  const from = (asked.page - 1) * ERRORS_PAGE
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:max-w-3xl">
        <Field label="System">
          <Select
            options={systems.map((name) => ({ value: name, label: <span dir="auto">{name}</span> }))}
            value={system}
            onValueChange={(name) => router.push(hrefOf({ system: name }))}
          />
        </Field>
        {scorings.length > 1 ? (
          <Field label="Scored by">
            <Select
              options={scorings.map(({ key, title }) => ({ value: key, label: title }))}
              value={scoring}
              onValueChange={(key) => router.push(hrefOf({ scoring: key }))}
            />
          </Field>
        ) : null}
      </div>
      {total === 0 ? (
        <EmptyState title="No errors">
          The system got nothing wrong in what it was scored on. The report counts what it made no prediction for.
        </EmptyState>
      ) : errors.length === 0 ? (
        <EmptyState title="There is no such page">
          There are {counted(total, 'error')}. <Link href={hrefOf({})}>Go to the first page</Link>.
        </EmptyState>
      ) : (
        <>
          <ErrorsTable projectId={projectId} errors={errors} />
          <Pagination
            label="Pages of errors"
            previous={asked.page > 1 ? hrefOf({ page: asked.page - 1 }) : null}
            next={asked.page < pages ? hrefOf({ page: asked.page + 1 }) : null}
            summary={`${formatCount(from + 1)} to ${formatCount(from + errors.length)} of ${formatCount(total)}${total >= KEPT_ERRORS ? '; only so many are kept' : ''}`}
          />
        </>
      )}
    </div>
  )
}
