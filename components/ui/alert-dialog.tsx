'use client'

import { AlertDialog as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, type RefObject, type SubmitEvent, useState } from 'react'
import { SEND } from '@/lib/platform/client/form-keys'
import { Button } from './button'
import { Callout } from './callout'
import { Field } from './field'
import { focusText } from './focus-text'
import { Input } from './input'
import { PANEL, SCRIM } from './overlay-class'
import { useFocusBack } from './use-focus-back'
import { useSendKey } from './use-send-key'

type AlertDialogProps = {
  title: ReactNode
  /** What will happen, in a sentence or two. */
  description: ReactNode
  confirmLabel: string
  /** Of the way out, where "Cancel" would be taken for what is asked. */
  cancelLabel?: string
  /** May return a promise: while it runs the button waits; if it fails the dialog stays and says why. */
  onConfirm: () => unknown
  trigger?: ReactElement
  /** What has the focus afterwards, where what had it before is gone. */
  opener?: RefObject<HTMLElement | null>
  open?: boolean
  onOpenChange?: (open: boolean) => void
  tone?: 'danger' | 'primary'
  /** The words that must be typed before it can be confirmed. */
  typeToConfirm?: string
  /** Further controls, for example a reason. */
  children?: ReactNode
}

/** Asks before something that cannot be undone; only its buttons and Escape close it, and nothing while it is being done. */
export function AlertDialog({ trigger, opener, open, onOpenChange, ...props }: AlertDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const focus = useFocusBack(open ?? ownOpen, opener)
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  return (
    <Radix.Root open={open ?? ownOpen} onOpenChange={(next) => (busy ? undefined : setOpen(next))}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            focus.note(event)
            focusText(event)
          }}
          onCloseAutoFocus={trigger ? undefined : focus.giveBack}
          className={`${PANEL} fixed start-1/2 top-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 animate-overlay overflow-y-auto rounded-xl p-5 rtl:translate-x-1/2`}
        >
          <AlertForm {...props} busy={busy} onBusy={setBusy} onDone={() => setOpen(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type AlertFormProps = Omit<AlertDialogProps, 'trigger' | 'opener' | 'open' | 'onOpenChange'> & {
  busy: boolean
  onBusy: (busy: boolean) => void
  onDone: () => void
}

/** Lives only while the dialog is open, so each opening starts with an empty field. */
function AlertForm(props: AlertFormProps) {
  const { title, description, confirmLabel, cancelLabel = 'Cancel', onConfirm } = props
  const { tone = 'danger', typeToConfirm, children, busy, onBusy, onDone } = props
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const onKeyDown = useSendKey()
  // A form with words of one's own is sent as all are; what destroys is never a slip of the key.
  const sends = children !== undefined && tone === 'primary'
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm.trim()

  const confirm = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    onBusy(true)
    setError(null)
    try {
      await onConfirm()
      onDone()
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'Something went wrong. Please try again.')
    } finally {
      onBusy(false)
    }
  }

  return (
    <form onSubmit={confirm} onKeyDown={sends ? onKeyDown : undefined} className="flex flex-col gap-4">
      <div>
        <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
        <Radix.Description className="mt-1.5 text-muted text-sm">{description}</Radix.Description>
      </div>
      {children}
      {typeToConfirm === undefined ? null : (
        <Field
          label={
            <>
              Type <strong className="font-semibold">{typeToConfirm}</strong> to confirm
            </>
          }
        >
          <Input value={typed} onChange={(e) => setTyped(e.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {error ? <Callout tone="danger">{error}</Callout> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Radix.Cancel asChild>
          <Button disabled={busy}>{cancelLabel}</Button>
        </Radix.Cancel>
        <Button type="submit" variant={tone} shortcut={sends ? SEND : undefined} disabled={!ready} loading={busy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
