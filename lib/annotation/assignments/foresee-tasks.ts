import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { calibrationSource } from './calibration-source'
import { countTaken, listFreeTasks, listHeldTasks, loadQueue } from './queue'

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
  const listed = (await listHeldTasks(tx, actor, projectId, limit + 1)).filter(({ id }) => id !== after)
  const calibrates = (await calibrationSource.get().find(tx, projectId)) !== null
  const held = (calibrates ? listed.filter(({ begun }) => begun) : listed).slice(0, limit)
  const foreseen = held.map(({ id }) => ({ id, held: true }))
  const left = membership.quota === null ? limit : membership.quota - (await countTaken(tx, actor, projectId))
  const room = Math.min(limit - held.length, left)
  if (calibrates || room <= 0 || project.stages.length === 0) return foreseen
  const stageIds = project.stages.map((stage) => stage.id)
  const free = await listFreeTasks(tx, actor, stageIds, { limit: room + 1 })
  return [
    ...foreseen,
    ...free
      .filter((id) => id !== after)
      .slice(0, room)
      .map((id) => ({ id, held: false })),
  ]
}
