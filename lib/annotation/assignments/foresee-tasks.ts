import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { listLacking } from './practice-source'
import { countTaken, type HeldTask, listFreeTasks, listHeldTasks, loadQueue } from './queue'

/** A task that `nextTask` is likely to give. `held`: it is the actor's already, and nothing decides otherwise before them. */
export interface ForeseenTask {
  id: string
  held: boolean
}

/**
 * The tasks that `nextTask` would most likely give the actor after this one, in order. Reads only: nothing is reserved, and
 * what comes is decided when it is asked for. Where the project calibrates its annotators only begun work is foreseen,
 * because the gate and repetitions come before all else; and what is not begun would be a copy, to whoever looks. `own`: only what is the
 * actor's already.
 */
export async function foreseeTasks(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { after, own, limit }: { after: string; own: boolean; limit: number },
): Promise<ForeseenTask[]> {
  const queue = await loadQueue(tx, actor, projectId)
  const { calibrates, quota } = queue
  const listed = (await listHeldTasks(tx, actor, projectId, { limit: limit + 1 })).filter(({ id }) => id !== after)
  const lacking = queue.asksForPractice ? await listLacking(tx, queue, actor.userId) : []
  const isNext = ({ begun, stage }: HeldTask) => begun || !(calibrates || lacking.includes(stage))
  const heldTasks = listed.filter(isNext).slice(0, limit)
  const foreseen = heldTasks.map(({ id }) => ({ id, held: true }))
  if (own) return foreseen
  const left = quota === null ? limit : quota - (await countTaken(tx, actor, projectId))
  const room = Math.min(limit - heldTasks.length, left)
  if (calibrates || room <= 0 || queue.stages.length === 0) return foreseen
  const stageIds = queue.stages.filter(({ key }) => !lacking.includes(key)).map(({ id }) => id)
  const free = await listFreeTasks(tx, actor, stageIds, room + 1)
  return [
    ...foreseen,
    ...free
      .filter((id) => id !== after)
      .slice(0, room)
      .map((id) => ({ id, held: false })),
  ]
}
