'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import type { FindingView, LabelValue } from '@/lib/gold/checks/contract'
import { useOverrideLabel } from '@/lib/gold/checks/hooks'

interface OverrideDialogProps {
  item: FindingView['item']
  values: readonly LabelValue[]
  /** The version of the override that is looked at; 0 where there is none. */
  version: number
}

/** Says which label an item has where its rules do not settle it, with a reason. */
export function OverrideDialog({ item, values, version }: OverrideDialogProps) {
  const override = useOverrideLabel(item.id)
  const router = useRouter()
  const [chosen, setChosen] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  return (
    <AlertDialog
      title={`Which label does item ${item.position} have?`}
      description="The label is released as you set it here, with your name and reason. Answers stay as they are; to change them, open the item and send it back."
      confirmLabel="Set the label"
      tone="primary"
      onConfirm={async () => {
        const value = values[Number(chosen ?? Number.NaN)]
        if (!value) throw new Error('Choose a label.')
        await override.mutateAsync({ value: value.value, reason, expectedVersion: version })
        router.refresh()
      }}
      trigger={
        <Button size="sm">
          Set the label
          <span className="sr-only"> of item {item.position}</span>
        </Button>
      }
    >
      <Field label="Label" required>
        <RadioGroup
          options={values.map(({ text }, index) => ({ value: String(index), label: text }))}
          value={chosen}
          onValueChange={setChosen}
        />
      </Field>
      <Field label="Reason" required>
        <Textarea
          required
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </AlertDialog>
  )
}
