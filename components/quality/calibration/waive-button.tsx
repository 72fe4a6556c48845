'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { PersonCalibration } from '@/lib/quality/calibration/contract'
import { useWaive, useWithdrawWaiver } from '@/lib/quality/calibration/hooks'

interface WaiveButtonProps {
  projectId: string
  person: PersonCalibration
}

/** Lets somebody begin with a reason, or takes that back. Nothing where the gate does not hold them. */
export function WaiveButton({ projectId, person }: WaiveButtonProps) {
  const withdraw = useWithdrawWaiver(projectId)
  const [open, setOpen] = useState(false)
  if (person.waiver)
    return (
      <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate(person.userId)}>
        Take back
      </Button>
    )
  if (person.gate.state !== 'todo' && person.gate.state !== 'not_passed') return <span className="text-muted">–</span>
  return (
    <>
      <Button size="sm" aria-label={`Waive the gate for ${person.name}`} onClick={() => setOpen(true)}>
        Waive
      </Button>
      {open ? <WaiveDialog projectId={projectId} person={person} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function WaiveDialog({ projectId, person, onClose }: WaiveButtonProps & { onClose: () => void }) {
  const waive = useWaive(projectId)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    waive.mutate({ userId: person.userId, reason }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Let ${person.name} begin?`}
      description="They take real work from their next task on, whatever their calibration says. Your reason stays in the log."
      footer={
        <Button type="submit" form="waive" variant="primary" loading={waive.isPending}>
          Waive the gate
        </Button>
      }
    >
      <form id="waive" onSubmit={submit} className="space-y-4">
        <Field label="Reason" required>
          <Textarea name="reason" required minLength={3} maxLength={500} />
        </Field>
        {waive.error ? <Callout tone="danger">{waive.error.message}</Callout> : null}
      </form>
    </Dialog>
  )
}
