'use client'
import type { KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { cn } from '@/components/ui/cn'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { useKeyTest } from '@/components/ui/use-keymap'
import { useSkipAssignment } from '@/lib/annotation/assignments/hooks'
import { SEND } from '@/lib/platform/client/form-keys'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'

const SHORTEST = 3

/** What most often stands in the way. Anybody may write something else, or more. */
export const SKIP_REASONS = [
  'I do not know enough about this subject.',
  'I cannot read this language well enough.',
  'The text is broken or cut off.',
  'I know who wrote it, or have a stake in it.',
  'It upsets me.',
] as const

interface SkipDialogProps {
  userId: string
  taskId: string
  onSkipped(): void
  open: boolean
  onOpenChange(open: boolean): void
}

/** Gives the task back, with a reason. Answers so far stay in the draft. */
export function SkipDialog({ userId, taskId, onSkipped, open, onOpenChange }: SkipDialogProps) {
  const [reason, setReason, clear] = useStoredDraft(`skip ${userId} ${taskId}`)
  const skip = useSkipAssignment(taskId)
  const isKey = useKeyTest()
  const canSkip = reason.trim().length >= SHORTEST && !skip.isPending
  const submit = () =>
    skip.mutate(reason.trim(), {
      onSuccess: () => {
        clear(reason)
        onOpenChange(false)
        onSkipped()
      },
    })
  const reasons: readonly string[] = SKIP_REASONS
  const chosen = reasons.indexOf(reason)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    // Arrows go through a text that somebody has written, and through the reasons otherwise.
    if (step !== 0 && (reason === '' || chosen >= 0))
      setReason(SKIP_REASONS.at((chosen < 0 && step < 0 ? 0 : chosen) + step) ?? SKIP_REASONS[0])
    else if (canSkip && isKey(SEND, event)) submit()
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      title="Skip this task"
      description="The task goes back to the queue, and you get another one. Say why, so that others know what to expect."
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <Button variant="primary" shortcut={SEND} onClick={submit} loading={skip.isPending} disabled={!canSkip}>
          Skip the task
        </Button>
      }
    >
      <fieldset className="mb-3">
        <legend className="mb-1.5 font-medium text-sm">Common reasons</legend>
        <div className="space-y-1">
          {SKIP_REASONS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === reason}
              onClick={() => setReason(each)}
              className={cn(
                'block min-h-9 w-full rounded-md border px-3 py-1 text-start text-sm pointer-coarse:min-h-11',
                each === reason ? 'border-accent bg-accent-surface font-semibold' : 'border-control hover:bg-hover',
              )}
            >
              {each}
            </button>
          ))}
        </div>
      </fieldset>
      <Field label="Reason" hint="↑ and ↓ choose a common reason, or write your own." required>
        <Textarea
          value={reason}
          maxLength={500}
          rows={2}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {skip.error ? (
        <Callout tone="danger" className="mt-3">
          {skip.error.message}
        </Callout>
      ) : null}
    </Dialog>
  )
}
