'use client'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useRefuseApproval } from '@/lib/adjudication/consolidation/hooks'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'

type RefuseDialogProps = { userId: string; taskId: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Sends a settled item back to be settled again, saying why. */
export function RefuseDialog({ userId, taskId, open, onOpenChange }: RefuseDialogProps) {
  const refuse = useRefuseApproval(taskId)
  const [comment, setComment, clear] = useStoredDraft(`refusal ${userId} ${taskId}`)
  return (
    <AlertDialog
      tone="primary"
      title="Send it back to be settled again?"
      description="What was settled stays as it is; a reviewer changes what you point out, and confirms the item anew."
      confirmLabel="Send back"
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        if (comment.trim() === '') throw new Error('Say why, in a sentence.')
        await refuse.mutateAsync(comment)
        clear(comment)
      }}
    >
      <Field label="What should be looked at again?" required>
        <Textarea rows={3} maxLength={4000} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}
