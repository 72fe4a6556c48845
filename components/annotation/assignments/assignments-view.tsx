'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { UserPlus } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Table, Td, Th } from '@/components/ui/table'
import type { Assignments } from '@/lib/annotation/assignments/contract'
import { assignmentsQuery, useAssignTasks } from '@/lib/annotation/assignments/hooks'
import type { Inquiries } from '@/lib/annotation/inquiries/contract'
import { counted } from '@/lib/text/counted'
import { HandOverDialog } from './hand-over-dialog'
import { InquiriesSection } from './inquiries-section'
import { TaskTable } from './task-table'
import { TeamSelect } from './team-select'

interface AssignDialogProps {
  projectId: string
  people: Assignments['people']
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Gives open tasks to one person or a fixed pair, as a batch. */
function AssignDialog({ projectId, people, open, onOpenChange }: AssignDialogProps) {
  const assign = useAssignTasks(projectId)
  const [chosen, setChosen] = useState<string[]>([])
  const toggle = (userId: string, on: boolean) =>
    setChosen((before) => (on ? [...before, userId] : before.filter((id) => id !== userId)))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const number = (name: string) => (form.get(name) ? Number(form.get(name)) : undefined)
    assign.mutate({
      userIds: chosen,
      batch: String(form.get('batch') ?? ''),
      count: number('count') ?? 1,
      from: number('from'),
      to: number('to') ?? null,
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) assign.reset()
        onOpenChange(next)
      }}
      title="Assign tasks"
      description="Everyone you tick gets each of the tasks. Assigned tasks come before the queue and do not expire."
      footer={
        <Button
          type="submit"
          form="assign-tasks"
          variant="primary"
          loading={assign.isPending}
          disabled={chosen.length === 0}
        >
          Assign
        </Button>
      }
    >
      <form id="assign-tasks" onSubmit={submit} className="space-y-5">
        <fieldset className="space-y-2">
          <legend className="font-medium text-sm">People</legend>
          <TeamSelect
            projectId={projectId}
            onChoose={(userIds) => setChosen(userIds.filter((id) => people.some(({ userId }) => userId === id)))}
          />
          {people.map((person) => (
            <Checkbox
              key={person.userId}
              label={person.name}
              hint={`${person.role}, ${person.open} open`}
              checked={chosen.includes(person.userId)}
              onCheckedChange={(on) => toggle(person.userId, on === true)}
            />
          ))}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="How many tasks" required>
            <Input name="count" type="number" min={1} max={10000} defaultValue={10} required />
          </Field>
          <Field label="From item">
            <Input name="from" type="number" min={1} placeholder="1" />
          </Field>
          <Field label="To item">
            <Input name="to" type="number" min={1} placeholder="last" />
          </Field>
        </div>
        <Field label="Batch name" hint="Shown in lists; leave empty for none.">
          <Input name="batch" maxLength={80} />
        </Field>
        {assign.data && <AssignResult result={assign.data} />}
        {assign.error && (
          <Callout tone="danger" title="Nothing was assigned">
            {assign.error.message}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}

function AssignResult({ result }: { result: NonNullable<ReturnType<typeof useAssignTasks>['data']> }) {
  return (
    <Callout
      tone={result.assigned > 0 ? 'info' : 'warning'}
      title={`${result.assigned} ${result.assigned === 1 ? 'task' : 'tasks'} assigned`}
    >
      {result.passedOver.length > 0 && (
        <ul className="list-disc ps-5">
          {result.passedOver.map((item) => (
            <li key={item.position}>
              Item {item.position} was passed over: {item.reason}.
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}

/** Each member's shares in numbers. */
function WorkloadTable({ projectId, people }: { projectId: string; people: Assignments['people'] }) {
  const [leaving, setLeaving] = useState<Assignments['people'][number] | null>(null)
  return (
    <section aria-labelledby="people-heading" className="space-y-4">
      <h2 id="people-heading" className="font-semibold text-lg">
        People
      </h2>
      <Table stacked caption="Shares of each member">
        <thead>
          <tr>
            <Th>Person</Th>
            <Th>Role</Th>
            <Th numeric>Open</Th>
            <Th numeric>Submitted</Th>
            <Th numeric>Skipped</Th>
            <Th numeric>Quota</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.userId}>
              <Th scope="row">
                <span dir="auto">{person.name}</span>
              </Th>
              <Td label="Role">{person.role}</Td>
              <Td numeric label="Open">
                {person.open}
              </Td>
              <Td numeric label="Submitted">
                {person.submitted}
              </Td>
              <Td numeric label="Skipped">
                {person.skipped}
              </Td>
              <Td numeric label="Quota">
                {person.quota ?? 'none'}
              </Td>
              <Td>
                {person.open > 0 ? (
                  <Button size="sm" onClick={() => setLeaving(person)}>
                    Hand over<span className="sr-only"> what {person.name} holds</span>
                  </Button>
                ) : null}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {leaving ? (
        <HandOverDialog
          projectId={projectId}
          person={leaving}
          others={people.filter(({ userId, role }) => userId !== leaving.userId && role !== 'viewer')}
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </section>
  )
}

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
  /** Who reads. */
  userId: string
  /** What annotators ask: the first page of what waits. */
  inquiries: Inquiries
}

/** Who works on what: a manager's view of shares, without any answers. */
export function AssignmentsView({ projectId, query, initialData, userId, inquiries }: AssignmentsViewProps) {
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
          <>
            <ButtonLink href={`/projects/${projectId}/assignments/by-rule`}>Assign by rule</ButtonLink>
            <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => setAssigning(true)}>
              Assign tasks
            </Button>
          </>
        }
      />
      <div className="space-y-8">
        <InquiriesSection projectId={projectId} userId={userId} initialData={inquiries} />
        <WorkloadTable projectId={projectId} people={data.people} />
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
            summary={`Page ${query.page} of ${pages}, ${counted(data.total, 'task')}`}
          />
        </section>
      </div>
      <AssignDialog projectId={projectId} people={annotators} open={assigning} onOpenChange={setAssigning} />
    </>
  )
}
