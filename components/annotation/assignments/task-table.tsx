'use client'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { PageLink } from '@/components/ui/page-link'
import { Select } from '@/components/ui/select'
import { Table, Td, Th } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import type { Assignments, TaskAssignments } from '@/lib/annotation/assignments/contract'
import { useReassignTask } from '@/lib/annotation/assignments/hooks'
import { type TaskState, taskStateText } from '@/lib/workspace/tasks/contract'

const NOBODY = 'nobody'

interface ReassignDialogProps {
  projectId: string
  task: TaskAssignments
  share: TaskAssignments['people'][number]
  people: Assignments['people']
  onClose: () => void
}

/** Takes a share from one person and gives it to another, or back to the queue. */
function ReassignDialog({ projectId, task, share, people, onClose }: ReassignDialogProps) {
  const [to, setTo] = useState(NOBODY)
  const reassign = useReassignTask(projectId)
  const holders = task.people.filter((person) => person.state !== 'skipped').map((person) => person.userId)
  const others = people.filter((person) => !holders.includes(person.userId))
  const move = () =>
    reassign.mutate(
      { taskId: task.taskId, fromUserId: share.userId, toUserId: to === NOBODY ? null : to },
      {
        onSuccess: onClose,
        onError: (error) => toast.error('The share was not moved', { description: error.message }),
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move ${share.name}’s share of item ${task.position}`}
      description="What they have drafted is kept, and nobody else sees it."
      footer={
        <Button variant="primary" loading={reassign.isPending} onClick={move}>
          Move
        </Button>
      }
    >
      <Field label="Give it to">
        <Select
          value={to}
          onValueChange={setTo}
          options={[
            { value: NOBODY, label: 'Nobody: back to the queue' },
            ...others.map((person) => ({ value: person.userId, label: person.name })),
          ]}
        />
      </Field>
    </Dialog>
  )
}

type Share = TaskAssignments['people'][number]
interface TaskTableProps {
  projectId: string
  tasks: TaskAssignments[]
  people: Assignments['people']
}

/** Tasks with their shares; unfinished ones can be moved to somebody else. */
export function TaskTable({ projectId, tasks, people }: TaskTableProps) {
  const [moving, setMoving] = useState<{ task: TaskAssignments; share: Share } | null>(null)
  return (
    <>
      <Table caption="Tasks and who holds their shares">
        <thead>
          <tr>
            <Th numeric>#</Th>
            <Th>Item</Th>
            <Th>State</Th>
            <Th>Batch</Th>
            <Th>Shares</Th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.taskId}>
              <Td numeric>{task.position}</Td>
              <Td className="min-w-56 max-w-96">
                <PageLink
                  href={`/projects/${projectId}/items?ids=${task.position}`}
                  dir="auto"
                  className="line-clamp-2 hover:underline"
                >
                  {task.title}
                </PageLink>
              </Td>
              <Td>{taskStateText(task.state as TaskState, task.votes)}</Td>
              <Td>{task.batch}</Td>
              <Td className="min-w-64">
                <ShareList task={task} onMove={(share) => setMoving({ task, share })} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {moving && <ReassignDialog projectId={projectId} people={people} {...moving} onClose={() => setMoving(null)} />}
    </>
  )
}

function ShareList({ task, onMove }: { task: TaskAssignments; onMove: (share: Share) => void }) {
  const heldCount = task.people.filter((share) => share.state !== 'skipped').length
  return (
    <ul className="space-y-1">
      {task.people.map((share) => (
        <li key={share.userId} className="flex flex-wrap items-center gap-2">
          <span dir="auto">{share.name}</span>
          <ShareBadge share={share} />
          {task.state === 'open' && (share.state === 'reserved' || share.state === 'assigned') && (
            <Button size="sm" variant="ghost" onClick={() => onMove(share)}>
              Move<span className="sr-only"> the share of {share.name}</span>
            </Button>
          )}
        </li>
      ))}
      {heldCount < task.raters && task.state === 'open' && (
        <li className="text-muted">{task.raters - heldCount} free</li>
      )}
    </ul>
  )
}

function ShareBadge({ share }: { share: Share }) {
  if (share.state === 'submitted') return <Badge tone="positive">submitted</Badge>
  if (share.state === 'skipped')
    return (
      <>
        <Badge tone="partial">skipped</Badge>
        <span dir="auto" className="text-muted text-sm">
          {share.skipReason}
        </span>
      </>
    )
  return (
    <>
      <Badge tone="accent">{share.state}</Badge>
      {share.lapsed ? <span className="text-muted text-sm">reservation expired</span> : null}
    </>
  )
}
