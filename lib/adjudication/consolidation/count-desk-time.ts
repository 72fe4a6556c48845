import 'server-only'
import type { EventType } from '@/lib/platform/events/events'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask, type TaskAction } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { countTime } from '@/lib/workspace/tasks/count-time'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import type { DeskWork } from './contract'

/** What one may do at the task while the work lasts. */
const ACTIONS: Record<DeskWork, readonly TaskAction[]> = {
  discussion: ['task.discuss', 'task.reply'],
  adjudication: ['task.adjudicate'],
  approval: ['task.approve'],
}
/** By which one may have ended it a moment ago. */
const ENDED_BY: Record<DeskWork, readonly EventType[]> = {
  discussion: ['discussion.accepted', 'discussion.objected', 'discussion.taken_back', 'comment.added'],
  adjudication: ['task.adjudicated', 'task.reopened', 'task.discarded'],
  approval: ['task.approved', 'task.approval_refused', 'task.reopened', 'task.discarded'],
}
/** The last of the time is reported when the work has just ended, at the latest when its page is left. */
const JUST_ENDED_MINUTES = 15

/** Counts the actor's active time at a revealed task. Throws `forbidden` where they have nothing of the kind to do there. */
export function countDeskTime(
  actor: Actor,
  taskId: string,
  { work, activeSeconds }: { work: DeskWork; activeSeconds: number },
): Promise<void> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const mayNow = ACTIONS[work].some((action) => canTask(actor, action, task.subject))
    if (!mayNow && !(await hasJustEnded(tx, actor, taskId, work)))
      throw new AppError('forbidden', 'Time is counted while there is something for you to do here.')
    await countTime(tx, task, { userId: actor.userId, kind: work, seconds: activeSeconds })
  })
}

async function hasJustEnded(tx: Tx, { userId }: Actor, taskId: string, work: DeskWork): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from events where task_id = ${taskId}::uuid and actor_id = ${userId}::uuid
      and type = any(${[...ENDED_BY[work]]}) and at > now() - make_interval(mins => ${JUST_ENDED_MINUTES}) limit 1`
  return rows.length > 0
}
