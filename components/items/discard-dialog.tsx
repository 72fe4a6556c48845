'use client'

import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { useDiscardTask } from '@/lib/items/hooks'
import type { DiscardReason } from '@/lib/protocols/protocol'

type DiscardDialogProps = {
  projectId: string
  itemId: string
  taskId: string
  reasons: readonly DiscardReason[]
  onDone?: () => void
}

/** Discards an item with one of the protocol's reasons; a manager can take it back. */
export function DiscardDialog({ reasons, onDone, ...place }: DiscardDialogProps) {
  const discard = useDiscardTask(place)
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  return (
    <AlertDialog
      title="Discard this item?"
      description="Work on it stops and it will not become gold. What was answered stays, and a manager can take the discarding back."
      confirmLabel="Discard"
      onConfirm={async () => {
        if (!reason) throw new Error('Choose a reason.')
        await discard.mutateAsync({ reason, note })
        onDone?.()
      }}
      trigger={<Button>Discard</Button>}
    >
      <Field label="Reason" required>
        <RadioGroup
          options={reasons.map(({ value, text }) => ({ value, label: text }))}
          value={reason}
          onValueChange={setReason}
        />
      </Field>
      <Field label="Note" hint="Needed where no reason fits.">
        <Textarea rows={2} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}
