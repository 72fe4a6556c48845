import { Badge } from '@/components/ui/badge'
import type { Tone } from '@/components/ui/tone'
import { TASK_STATE_TEXT, type TaskState } from '@/lib/tasks/contract'

export const TASK_STATE_TONE: Record<TaskState, Tone> = {
  preparing: 'neutral',
  open: 'accent',
  consolidating: 'partial',
  approving: 'partial',
  gold: 'positive',
  discarded: 'negative',
}

/** Where a task stands, in a word; with the stage's name where an item has several. */
export function TaskStateBadge({ state, stage = null }: { state: TaskState; stage?: string | null }) {
  return (
    <Badge tone={TASK_STATE_TONE[state]}>
      {stage ? `${stage}: ` : null}
      {TASK_STATE_TEXT[state]}
    </Badge>
  )
}
