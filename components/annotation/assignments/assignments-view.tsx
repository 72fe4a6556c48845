'use client'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { Assignments } from '@/lib/annotation/assignments/contract'
import { assignmentsQuery } from '@/lib/annotation/assignments/hooks'
import { AssignDialog } from './assign-dialog'
import { TaskTable } from './task-table'
import { WorkloadTable } from './workload-table'

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'unassigned', label: 'Nobody yet' },
  { value: 'skipped', label: 'Skipped' },
] as const
type Filter = (typeof FILTERS)[number]['value']

interface AssignmentsViewProps {
  projectId: string
  query: { filter: Filter; page: number }
  initialData: Assignments
}

/** Who works on what: a manager's view of shares, without any answers. */
export function AssignmentsView({ projectId, query, initialData }: AssignmentsViewProps) {
  const router = useRouter()
  const [assigning, setAssigning] = useState(false)
  const { data } = useQuery({ ...assignmentsQuery(projectId, query), initialData })
  const pages = Math.max(1, Math.ceil(data.total / data.pageSize))
  const href = (filter: Filter, page: number) => `/projects/${projectId}/assignments?filter=${filter}&page=${page}`
  const annotators = data.people.filter((person) => person.role !== 'viewer')
  return (
    <>
      <PageHeader
        title="Assignments"
        description="Who works on what. Answers stay hidden, also from you, until everyone on a task has submitted."
        actions={
          <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setAssigning(true)}>
            Assign tasks
          </Button>
        }
      />
      <div className="space-y-8">
        <WorkloadTable people={data.people} />
        <section aria-labelledby="tasks-heading" className="space-y-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="tasks-heading" className="font-semibold text-lg">
              Tasks
            </h2>
            <SegmentedControl
              label="Show"
              options={FILTERS}
              value={query.filter}
              onValueChange={(filter) => router.push(href(filter, 1))}
            />
          </div>
          {data.tasks.length === 0 ? (
            <EmptyState title="No tasks here">
              {query.filter === 'all'
                ? 'Import items and open them for annotation first.'
                : 'Nothing matches this filter.'}
            </EmptyState>
          ) : (
            <TaskTable projectId={projectId} tasks={data.tasks} people={annotators} />
          )}
          <Pagination
            label="Pages of tasks"
            previous={query.page > 1 ? href(query.filter, query.page - 1) : null}
            next={query.page < pages ? href(query.filter, query.page + 1) : null}
            summary={`Page ${query.page} of ${pages}, ${data.total} tasks`}
          />
        </section>
      </div>
      <AssignDialog projectId={projectId} people={annotators} open={assigning} onOpenChange={setAssigning} />
    </>
  )
}
