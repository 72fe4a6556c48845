'use client'

import { use, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { KeyOwner } from '@/lib/platform/client/use-key-choices'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import type { DiscardReason } from '@/lib/protocols/protocol'
import { useDiscardTask } from '@/lib/workspace/items/hooks'
import { DiscardFields } from './discard-fields'

type DiscardDialogProps = {
  projectId: string
  itemId: string
  taskId: string
  reasons: readonly DiscardReason[]
  /** What has to come first; what it throws is shown, and nothing is done. */
  before?: () => Promise<void>
  onDone?: () => void
  /** Where it is opened from elsewhere; otherwise it brings a button. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Discards an item with one of the protocol's reasons; a manager can take it back. The note is kept until then. */
export function DiscardDialog(props: DiscardDialogProps) {
  const { reasons, before, onDone, open, onOpenChange, ...place } = props
  const discard = useDiscardTask(place)
  const [reason, setReason] = useState<string | null>(null)
  const reader = use(KeyOwner)
  const [note, setNote, clear] = useStoredDraft(`discard ${reader} ${place.taskId}`)
  return (
    <AlertDialog
      title="Discard this item?"
      description="Work on it stops and it will not become gold. What was answered stays, and a manager can take the discarding back."
      confirmLabel="Discard"
      onConfirm={async () => {
        if (!reason) throw new Error('Choose a reason.')
        await before?.()
        await discard.mutateAsync({ reason, note })
        clear(note)
        onDone?.()
      }}
      open={open}
      onOpenChange={onOpenChange}
      trigger={open === undefined ? <Button>Discard</Button> : undefined}
    >
      <DiscardFields reasons={reasons} reason={reason} onReason={setReason} note={note} onNote={setNote} />
    </AlertDialog>
  )
}
