'use client'
import { useRef } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useKeyTest } from '@/components/ui/use-keymap'
import { SEND } from '@/lib/client/form-keys'
import { useStoredDraft } from '@/lib/client/use-stored-draft'
import { useAddComment } from '@/lib/comments/hooks'

type RemarkFormProps = {
  /** Who writes: on a shared computer nobody finds what another one has not sent. */
  userId: string
  taskId: string
  /** What it will be about; the task as a whole without. */
  about?: { unit: string; question?: string }
  label: string
  /** Names the field, so that a key can focus it. */
  name: string
}

/** A field for a remark, sent by a key; what was written stays until it is sent, over a reload too. */
export function RemarkForm({ userId, taskId, about, label, name }: RemarkFormProps) {
  const place = [about?.unit, about?.question].map((part) => part ?? '').join(' ')
  const [draft, onDraft, clear] = useStoredDraft(`remark ${userId} ${taskId} ${place}`)
  const add = useAddComment(taskId)
  const isKey = useKeyTest()
  // Drawn once a text: what is sent again because its answer got lost is the same remark.
  const sent = useRef({ body: '', remarkId: '' })
  const send = () => {
    if (draft.trim() === '' || add.isPending) return
    if (sent.current.body !== draft) sent.current = { body: draft, remarkId: uuidv4() }
    // Not a callback of the mutation's: the form may be gone when the answer comes. The error is shown below.
    add.mutateAsync({ ...sent.current, ...about }).then(
      () => {
        sent.current = { body: '', remarkId: '' }
        clear(draft)
      },
      () => {},
    )
  }
  return (
    <div className="space-y-2">
      <Field label={label}>
        <Textarea
          name={name}
          rows={2}
          maxLength={4000}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') event.currentTarget.blur()
            else if (isKey(SEND, event)) send()
            else return
            event.preventDefault()
          }}
        />
      </Field>
      {add.error ? <Callout tone="danger">{add.error.message}</Callout> : null}
      <div className="flex justify-end">
        <Button size="sm" shortcut={SEND} loading={add.isPending} disabled={draft.trim() === ''} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  )
}
