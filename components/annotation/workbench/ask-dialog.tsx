'use client'
import type { KeyboardEvent } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { useKeyTest } from '@/components/ui/use-keymap'
import { LONGEST_INQUIRY } from '@/lib/annotation/inquiries/contract'
import { useAskManager } from '@/lib/annotation/inquiries/hooks'
import { ApiError } from '@/lib/platform/client/api-error'
import { SEND } from '@/lib/platform/client/form-keys'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'

const SHORTEST = 3

interface AskDialogProps {
  userId: string
  taskId: string
  /** Does a question about this task wait already? */
  waiting: boolean
  onAsked(): void
  open: boolean
  onOpenChange(open: boolean): void
}

/** A text with the id that it got when it was sent: sent again because its answer was lost, it is the same question. */
interface Draft {
  question: string
  inquiryId?: string
}

/** Sets the task aside with a question to the managers. Answers so far stay in the draft, the question too until it is sent. */
export function AskDialog({ userId, taskId, waiting, onAsked, open, onOpenChange }: AskDialogProps) {
  const [stored, keep, clear] = useStoredDraft(`question of ${userId} ${taskId}`)
  const draft: Draft = stored === '' ? { question: '' } : JSON.parse(stored)
  const ask = useAskManager(taskId)
  const isKey = useKeyTest()
  const canAsk = !waiting && draft.question.trim().length >= SHORTEST && !ask.isPending
  const submit = () => {
    const inquiryWithId = { question: draft.question, inquiryId: draft.inquiryId ?? uuidv4() }
    keep(JSON.stringify(inquiryWithId))
    ask.mutate(
      { ...inquiryWithId, question: inquiryWithId.question.trim() },
      {
        onSuccess: () => {
          clear(JSON.stringify(inquiryWithId))
          onOpenChange(false)
          toast.success('The task is set aside', {
            description: 'Managers have your question. The task comes back to you with their answer.',
          })
          onAsked()
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !canAsk || !isKey(SEND, event)) return
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      title="Ask a manager"
      description="The task is set aside for you and you get another one. It comes back, with the answer on it, once a manager has answered. Your partners do not learn of it."
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <Button variant="primary" shortcut={SEND} onClick={submit} loading={ask.isPending} disabled={!canAsk}>
          Ask a manager
        </Button>
      }
    >
      {waiting ? (
        <Callout tone="warning" className="mb-3">
          Your last question about this task has no answer yet. Withdraw it to ask another.
        </Callout>
      ) : null}
      <Field label="Question" hint="Managers read it beside the item. Say what you doubt, and where." required>
        <Textarea
          value={draft.question}
          maxLength={LONGEST_INQUIRY}
          rows={4}
          onChange={({ target: { value: question } }) => keep(question === '' ? '' : JSON.stringify({ question }))}
          onKeyDown={onKeyDown}
        />
      </Field>
      {ask.error ? (
        <Callout tone="danger" className="mt-3">
          {ask.error.message}
          {ask.error instanceof ApiError && ask.error.code === 'network'
            ? ' The task is not set aside; your question is kept in this browser, to be sent once the server can be reached.'
            : null}
        </Callout>
      ) : null}
    </Dialog>
  )
}
