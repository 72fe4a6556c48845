'use client'

import { Field } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import type { DiscardReason } from '@/lib/protocols/protocol'

interface DiscardFieldsProps {
  reasons: readonly DiscardReason[]
  reason: string | null
  onReason: (reason: string) => void
  note: string
  onNote: (note: string) => void
}

/** Why one item or many are discarded. */
export function DiscardFields({ reasons, reason, onReason, note, onNote }: DiscardFieldsProps) {
  return (
    <>
      <Field label="Reason" required>
        <RadioGroup
          options={reasons.map(({ value, text }) => ({ value, label: text }))}
          value={reason}
          onValueChange={onReason}
        />
      </Field>
      <Field label="Note" hint="Needed where no reason fits.">
        <Textarea rows={2} maxLength={2000} value={note} onChange={(event) => onNote(event.target.value)} />
      </Field>
    </>
  )
}
