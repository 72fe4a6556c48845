'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useOneAtATime } from '@/components/ui/use-one-at-a-time'
import { useSendKey } from '@/components/ui/use-send-key'

interface Waiving {
  isPending: boolean
  error: Error | null
  reset(): void
  mutate(input: { userId: string; reason: string }, options: { onSuccess(): void; onSettled(): void }): void
}

interface WaiveButtonProps {
  userId: string
  /** The name of the button where it stands among others. */
  label: string
  title: string
  description: string
  confirmLabel: string
  waive: Waiving
}

/** Lets somebody begin without what is asked of them, for a reason. It is drawn while there is no waiver: its dialog goes with it. */
export function WaiveButton({ userId, label, title, description, confirmLabel, waive }: WaiveButtonProps) {
  const [open, setOpen] = useState(false)
  const show = (isOpen: boolean) => {
    // What becomes of what was sent is told here.
    if (waive.isPending) return
    waive.reset()
    setOpen(isOpen)
  }
  const onKeyDown = useSendKey()
  const once = useOneAtATime()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '')
    once((done) => waive.mutate({ userId, reason }, { onSuccess: () => setOpen(false), onSettled: done }))
  }
  return (
    <>
      <Button size="sm" aria-label={label} onClick={() => show(true)}>
        Waive
      </Button>
      {open ? (
        <Dialog
          open
          onOpenChange={(isOpen) => !isOpen && show(false)}
          title={title}
          description={description}
          footer={
            <Button type="submit" form="waive" variant="primary" loading={waive.isPending}>
              {confirmLabel}
            </Button>
          }
        >
          <form id="waive" onSubmit={submit} onKeyDown={onKeyDown} className="space-y-4">
            <Field label="Reason" required>
              <Textarea name="reason" required minLength={3} maxLength={500} />
            </Field>
            {waive.error ? <Callout tone="danger">{waive.error.message}</Callout> : null}
          </form>
        </Dialog>
      ) : null}
    </>
  )
}
