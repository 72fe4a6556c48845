'use client'

import { use } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { KeyOwner } from '@/lib/platform/client/use-key-choices'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { useKeepStaleTask, useTakeOverTask } from '@/lib/workspace/items/hooks'

type SettleStaleProps = {
  projectId: string
  itemId: string
  taskId: string
  /** What has to come before a new round; what it throws is shown, and nothing is done. */
  before?: () => Promise<void>
  onKept?: () => void
  onTakenOver?: () => void
}

/** The two ways to settle that a task is stale: it still holds, or what changed is taken over. */
export function SettleStale({ before, onKept, onTakenOver, ...place }: SettleStaleProps) {
  const keep = useKeepStaleTask(place)
  const takeOver = useTakeOverTask(place)
  const [reason, setReason, clear] = useStoredDraft(`holds ${use(KeyOwner)} ${place.taskId}`)
  return (
    <>
      <AlertDialog
        tone="primary"
        title="Does it still hold?"
        description="The task stays as it is, and the mark goes away. The reason is kept in the history."
        confirmLabel="It still holds"
        onConfirm={async () => {
          if (reason.trim() === '') throw new Error('Say why it still holds, in a sentence.')
          await keep.mutateAsync(reason)
          clear(reason)
          onKept?.()
        }}
        trigger={<Button>It still holds</Button>}
      >
        <Field label="Why does what changed not matter here?" required>
          <Textarea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </AlertDialog>
      <AlertDialog
        tone="primary"
        title="Take the changes over?"
        description="The task opens in a new round with what changed. Its annotators go on from their old answers and find marked what to look at again; answers about what is gone stay in the old round."
        confirmLabel="Take over"
        onConfirm={async () => {
          await before?.()
          await takeOver.mutateAsync()
          onTakenOver?.()
        }}
        trigger={<Button>Take over</Button>}
      />
    </>
  )
}
