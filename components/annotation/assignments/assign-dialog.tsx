'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Assignments } from '@/lib/annotation/assignments/contract'
import { useAssignTasks } from '@/lib/annotation/assignments/hooks'

interface AssignDialogProps {
  projectId: string
  people: Assignments['people']
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Gives open tasks to one person or a fixed pair, as a batch. */
export function AssignDialog({ projectId, people, open, onOpenChange }: AssignDialogProps) {
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
