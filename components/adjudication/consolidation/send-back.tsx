'use client'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Field } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { useRefuseApproval } from '@/lib/adjudication/consolidation/hooks'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { useReopenTask } from '@/lib/workspace/items/hooks'
import { useDeskContext } from './desk-context'
import { whenSaved } from './when-saved'

type SendBackProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The task has left this page: its annotators have it again. */
  onLeft: () => void
}

/** To whom an item goes back: to those who settled it, or to its annotators. */
type Way = 'settled' | 'annotators'

const WAYS: Record<Way, { value: Way; label: string; hint: string }> = {
  settled: {
    value: 'settled',
    label: 'To be settled again',
    hint: 'What was settled stays as it is; a reviewer changes what you point out, and confirms the item anew.',
  },
  annotators: {
    value: 'annotators',
    label: 'To its annotators',
    hint: 'They go on from their old answers in a new round. Until it is settled again, the item is left out of exports and agreement. Agreement goes on counting the answers of the first round.',
  },
}

/** Sends an item back with a comment. The comment is kept in this browser until it is sent. */
export function SendBack({ open, onOpenChange, onLeft }: SendBackProps) {
  const { view, waiting } = useDeskContext()
  const { userId, taskId, itemId, projectId, abilities } = view
  const refuse = useRefuseApproval(taskId)
  const reopen = useReopenTask({ projectId, itemId, taskId })
  const ways = (['settled', 'annotators'] as const).filter((way) =>
    way === 'settled' ? abilities.approve : abilities.sendBack,
  )
  const [chosen, setChosen] = useState<Way | null>(null)
  const [comment, setComment, clear] = useStoredDraft(`send-back ${userId} ${taskId}`)
  const way = chosen ?? ways[0] ?? 'settled'
  return (
    <AlertDialog
      tone="primary"
      title="Send this item back?"
      description={ways.length > 1 ? 'Say to whom, and why.' : WAYS[way].hint}
      confirmLabel="Send back"
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        if (comment.trim() === '') throw new Error('Say why, in a sentence.')
        await whenSaved(waiting, 'sent back')
        if (way === 'settled') await refuse.mutateAsync(comment)
        else await reopen.mutateAsync(comment)
        clear(comment)
        if (way === 'annotators') onLeft()
      }}
    >
      {ways.length > 1 ? (
        <Field label="To whom?" required>
          <RadioGroup
            options={ways.map((each) => WAYS[each])}
            value={way}
            onValueChange={(next) => setChosen(next === 'annotators' ? 'annotators' : 'settled')}
          />
        </Field>
      ) : null}
      <Field label="What should be looked at again?" required>
        <Textarea rows={3} maxLength={2000} value={comment} onChange={(event) => setComment(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}
