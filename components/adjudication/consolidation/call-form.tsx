'use client'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useSendKey } from '@/components/ui/use-send-key'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import { SEND } from '@/lib/platform/client/form-keys'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { useDeskContext } from './desk-context'

/** Calling a third rater, with what the annotators cannot agree on. */
export function CallForm() {
  const { view, callThirdRater, setMode, isPending } = useDeskContext()
  const [reason, setReason, clear] = useStoredDraft(`call ${view.userId} ${view.taskId}`)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (reason.trim() === '') setError('Say in a sentence what you cannot agree on.')
    else
      void callThirdRater(reason).then(
        () => clear(reason),
        (cause: Error) => setError(cause.message),
      )
  }
  return (
    <form
      onSubmit={send}
      onKeyDown={useSendKey()}
      className="space-y-3 rounded-lg border border-accent-border p-3"
      aria-label="Call a third rater"
    >
      <Field
        label="What can you not agree on?"
        hint="A third rater then settles what is open, and the item becomes gold by their confirmation only."
        required
      >
        <Textarea
          ref={field}
          rows={2}
          maxLength={4000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {error ? <Callout tone="danger">{error}</Callout> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" shortcut={ESCAPE} onClick={() => setMode('read')}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" shortcut={SEND} loading={isPending}>
          Call a third rater
        </Button>
      </div>
    </form>
  )
}
