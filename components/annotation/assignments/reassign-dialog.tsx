'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import type { Assignments, TaskAssignments } from '@/lib/annotation/assignments/contract'
import { useReassignTask } from '@/lib/annotation/assignments/hooks'

const NOBODY = 'nobody'

interface ReassignDialogProps {
  projectId: string
  task: TaskAssignments
  share: TaskAssignments['people'][number]
  people: Assignments['people']
  onClose: () => void
}

/** Takes a share from one person and gives it to another, or back to the queue. */
export function ReassignDialog({ projectId, task, share, people, onClose }: ReassignDialogProps) {
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
      title={`Move ${share.name}'s share of item ${task.position}`}
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
