'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { FindingView } from '@/lib/gold/checks/contract'
import { useOverrideLabel } from '@/lib/gold/checks/hooks'

/** Takes back a label that was set by hand; both words are kept. */
export function TakeBackDialog({ item, version }: { item: FindingView['item']; version: number }) {
  const override = useOverrideLabel(item.id)
  const router = useRouter()
  const [reason, setReason] = useState('')
  return (
    <AlertDialog
      title={`Take back the label of item ${item.position}?`}
      description="The contradiction is then open again. What was set, and why, stays in the record of the project."
      confirmLabel="Take back"
      onConfirm={async () => {
        await override.mutateAsync({ value: null, reason, expectedVersion: version })
        router.refresh()
      }}
      trigger={
        <Button size="sm" variant="ghost">
          Take back
          <span className="sr-only"> the label of item {item.position}</span>
        </Button>
      }
    >
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
