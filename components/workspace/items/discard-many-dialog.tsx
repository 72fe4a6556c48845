'use client'

import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import type { DiscardReason } from '@/lib/protocols/protocol'
import { DiscardFields } from './discard-fields'
import type { ActOnMany } from './use-act-on-many'

interface DiscardManyDialogProps {
  /** “12 items”. */
  what: string
  act: ActOnMany
  reasons: readonly DiscardReason[]
  onOpenChange: (open: boolean) => void
}

/** Discards all selected items with one of the protocol's reasons; it can be undone as one. */
export function DiscardManyDialog({ what, act, reasons, onOpenChange }: DiscardManyDialogProps) {
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  return (
    <AlertDialog
      open
      onOpenChange={onOpenChange}
      title={`Discard ${what}?`}
      description="Work on them stops and they will not become gold. What was answered stays, gold stays gold, and the act can be undone as one."
      confirmLabel={`Discard ${what}`}
      onConfirm={async () => {
        if (!reason) throw new Error('Choose a reason.')
        await act.run({ act: 'discard', reason, note })
      }}
    >
      <DiscardFields reasons={reasons} reason={reason} onReason={setReason} note={note} onNote={setNote} />
    </AlertDialog>
  )
}
