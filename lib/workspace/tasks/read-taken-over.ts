import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { readStoredList } from '@/lib/platform/server/read-stored'
import { type Stale, staleChangeSchema } from './contract'

/**
 * What was taken over into a round of a task, so that its annotators know where to look again; null for a round that
 * began otherwise.
 */
export async function readTakenOver(tx: Tx, taskId: string, round: number): Promise<Stale> {
  if (round === 1) return null
  const rows = await tx.$queryRaw<{ changes: unknown }[]>`
    select data -> 'changes' "changes" from events
    where task_id = ${taskId}::uuid and type = 'task.taken_over' and (data ->> 'round')::int = ${round}
    order by id desc limit 1`
  return rows[0] ? { changes: readStoredList(staleChangeSchema, rows[0].changes, `changes of task ${taskId}`) } : null
}
