'use client'
import { SkipForward } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useSkipAssignment } from '@/lib/assignments/hooks'

const SHORTEST = 3

/** Gives the task back, with a reason. Answers so far stay in the draft. */
export function SkipDialog({ taskId, onSkipped }: { taskId: string; onSkipped(): void }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const skip = useSkipAssignment(taskId)
  const submit = () => skip.mutate(reason.trim(), { onSuccess: onSkipped })
  return (
    <Dialog
      title="Skip this task"
      description="It goes back and you get another one. Say why, so that others know what to expect."
      size="sm"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" icon={<SkipForward aria-hidden className="size-4" />}>
          <span className="max-sm:sr-only">Skip</span>
        </Button>
      }
      footer={
        <Button variant="primary" onClick={submit} loading={skip.isPending} disabled={reason.trim().length < SHORTEST}>
          Skip the task
        </Button>
      }
    >
      <Field label="Reason" required>
        <Textarea value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {skip.error ? (
        <Callout tone="danger" className="mt-3">
          {skip.error.message}
        </Callout>
      ) : null}
    </Dialog>
  )
}
