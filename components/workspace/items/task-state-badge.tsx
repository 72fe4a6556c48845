import { Badge } from '@/components/ui/badge'
import type { Tone } from '@/components/ui/tone'
import { type TaskState, taskStateText } from '@/lib/workspace/tasks/contract'

export const TASK_STATE_TONE: Record<TaskState, Tone> = {
  preparing: 'neutral',
  open: 'accent',
  consolidating: 'partial',
  approving: 'partial',
  gold: 'positive',
  discarded: 'negative',
}

type TaskStateBadgeProps = { state: TaskState; votes?: boolean; stage?: string | null }

/** Where a task stands, in a word; with the stage's name where an item has several. `votes`: its answers are counted. */
export function TaskStateBadge({ state, votes = false, stage = null }: TaskStateBadgeProps) {
  return (
    <Badge tone={TASK_STATE_TONE[state]}>
      {stage ? `${stage}: ` : null}
      {taskStateText(state, votes)}
    </Badge>
  )
}
