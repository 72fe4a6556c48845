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

/** Objecting to a value, with what speaks against it. */
export function ObjectForm() {
  const { view, current, reply, setMode, isPending } = useDeskContext()
  const place = `${view.userId} ${view.taskId} ${current?.unit} ${current?.question}`
  const [comment, setComment, clear] = useStoredDraft(`objection ${place}`)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (comment.trim() === '') setError('Say in a sentence what speaks against it.')
    else
      void reply('object', comment).then(
        () => clear(comment),
        (cause: Error) => setError(cause.message),
      )
  }
  return (
    <form onSubmit={send} onKeyDown={useSendKey()} className="space-y-2">
      <Field label="What speaks against it?" required>
        <Textarea
          ref={field}
          rows={2}
          maxLength={4000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </Field>
      {error ? <Callout tone="danger">{error}</Callout> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" shortcut={ESCAPE} onClick={() => setMode('read')}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" shortcut={SEND} loading={isPending}>
          Object
        </Button>
      </div>
    </form>
  )
}
