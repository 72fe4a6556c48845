'use client'
import { v4 as uuidv4 } from 'uuid'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useKeyTest } from '@/components/ui/use-keymap'
import { useAddComment } from '@/lib/annotation/comments/hooks'
import { SEND } from '@/lib/platform/client/form-keys'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'

type RemarkFormProps = {
  /** Who writes: on a shared computer nobody finds what another one has not sent. */
  userId: string
  taskId: string
  /** What it will be about; the task as a whole without. */
  about?: { unit: string; question?: string }
  label: string
  /** Names the field, so that a key can focus it. */
  name: string
  /** Escape was pressed in it; what has the focus then is the caller's to say. */
  onLeave?: () => void
}

/** A text with the id that it got when it was sent: sent again because its answer was lost, it is the same remark. */
interface Remark {
  body: string
  remarkId?: string
}

/** A field for a remark, sent by a key; what was written stays until it is sent, over a reload too. */
export function RemarkForm({ userId, taskId, about, label, name, onLeave }: RemarkFormProps) {
  const place = [about?.unit, about?.question].map((part) => part ?? '').join(' ')
  const [draft, keep, clear] = useStoredDraft(`remark of ${userId} ${taskId} ${place}`)
  const remark: Remark = draft === '' ? { body: '' } : JSON.parse(draft)
  const add = useAddComment(taskId)
  const isKey = useKeyTest()
  const send = () => {
    if (remark.body.trim() === '' || add.isPending) return
    const remarkWithId = { ...remark, remarkId: remark.remarkId ?? uuidv4() }
    keep(JSON.stringify(remarkWithId))
    // Not a callback of the mutation's: the form may be gone when the answer comes. The error is shown below.
    add.mutateAsync({ ...remarkWithId, ...about }).then(
      () => clear(JSON.stringify(remarkWithId)),
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
          value={remark.body}
          onChange={({ target: { value: body } }) => keep(body === '' ? '' : JSON.stringify({ body }))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') {
              event.currentTarget.blur()
              onLeave?.()
            } else if (isKey(SEND, event)) send()
            else return
            event.preventDefault()
          }}
        />
      </Field>
      {add.error ? <Callout tone="danger">{add.error.message}</Callout> : null}
      <div className="flex justify-end">
        <Button size="sm" shortcut={SEND} loading={add.isPending} disabled={remark.body.trim() === ''} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  )
}
