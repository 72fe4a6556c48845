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

/** Where a task stands, in a word. */
export function TaskStateBadge({ state }: { state: TaskState }) {
  return <Badge tone={TASK_STATE_TONE[state]}>{TASK_STATE_TEXT[state]}</Badge>
}
