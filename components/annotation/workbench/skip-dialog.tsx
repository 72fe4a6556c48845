'use client'
import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useSkipAssignment } from '@/lib/annotation/assignments/hooks'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'

const SHORTEST = 3

interface SkipDialogProps {
  userId: string
  taskId: string
  onSkipped(): void
  open: boolean
  onOpenChange(open: boolean): void
  opener: RefObject<HTMLElement | null>
}

/** Gives the task back, with a reason. Answers so far stay in the draft. */
export function SkipDialog({ userId, taskId, onSkipped, open, onOpenChange, opener }: SkipDialogProps) {
  const [reason, setReason, clear] = useStoredDraft(`skip ${userId} ${taskId}`)
  const skip = useSkipAssignment(taskId)
  const submit = () =>
    skip.mutate(reason.trim(), {
      onSuccess: () => {
        clear(reason)
        onSkipped()
      },
    })
  return (
    <Dialog
      title="Skip this task"
      description="It goes back and you get another one. Say why, so that others know what to expect."
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      opener={opener}
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
