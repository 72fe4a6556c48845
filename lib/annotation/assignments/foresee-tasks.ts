import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { calibrationSource } from './calibration-source'
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
 * because the gate and repetitions come before all else; and what is not begun would be a copy, to whoever looks.
 */
export async function foreseeTasks(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { after, limit }: { after: string; limit: number },
): Promise<ForeseenTask[]> {
  const { project, membership } = await loadQueue(tx, actor, projectId)
  const listed = (await listHeldTasks(tx, actor, projectId, { limit: limit + 1 })).filter(({ id }) => id !== after)
  const calibrates = (await calibrationSource.get().find(tx, projectId)) !== null
  const lacking = await listLacking(tx, { id: projectId, protocolId: project.protocolId }, actor.userId)
  const isNext = ({ begun, stage }: HeldTask) => begun || !(calibrates || lacking.includes(stage))
  const held = listed.filter(isNext).slice(0, limit)
  const foreseen = held.map(({ id }) => ({ id, held: true }))
  const left = membership.quota === null ? limit : membership.quota - (await countTaken(tx, actor, projectId))
  const room = Math.min(limit - held.length, left)
  if (calibrates || room <= 0 || project.stages.length === 0) return foreseen
  const stageIds = project.stages.filter(({ key }) => !lacking.includes(key)).map(({ id }) => id)
  const free = await listFreeTasks(tx, actor, stageIds, { limit: room + 1 })
  return [
    ...foreseen,
    ...free
      .filter((id) => id !== after)
      .slice(0, room)
      .map((id) => ({ id, held: false })),
  ]
}
