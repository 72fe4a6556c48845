'use client'

import { use } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { KeyOwner } from '@/lib/platform/client/use-key-choices'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { useReopenTask } from '@/lib/workspace/items/hooks'

type SendBackDialogProps = {
  projectId: string
  itemId: string
  taskId: string
  /** What has to come first; what it throws is shown, and nothing is done. */
  before?: () => Promise<void>
  onDone?: () => void
}

/** Sends a task back to all its annotators with a comment, as a new round; the comment is kept until then. */
export function SendBackDialog({ before, onDone, ...place }: SendBackDialogProps) {
  const reopen = useReopenTask(place)
  const reader = use(KeyOwner)
  const [comment, setComment, clear] = useStoredDraft(`send-back ${reader} ${place.taskId}`)
  return (
    <AlertDialog
      tone="primary"
      title="Send this task back?"
      description="Its annotators go on from their old answers in a new round. Until it is settled again, exports leave the item out. Agreement leaves it out until all have submitted again; then it counts the answers of the first round, which nobody had discussed."
      confirmLabel="Send back"
      onConfirm={async () => {
        if (comment.trim() === '') throw new Error('Say why, in a sentence.')
        await before?.()
        await reopen.mutateAsync(comment)
        clear(comment)
        onDone?.()
      }}
      trigger={<Button>Send back</Button>}
    >
      <Field label="What should they look at again?" required>
        <Textarea rows={3} maxLength={2000} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}
