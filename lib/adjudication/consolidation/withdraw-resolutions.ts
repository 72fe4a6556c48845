import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import type { LoadedConsolidation } from './load-consolidation'

/** Takes back what people settled, with one event each. */
export async function withdrawResolutions(
  tx: Tx,
  actor: Actor,
  { task, rowIds }: Pick<LoadedConsolidation, 'task' | 'rowIds'>,
  places: readonly { unit: string; question: string }[],
): Promise<void> {
  const about = places.map(({ unit, question }) => ({ unitId: rowIds.get(unit) ?? '', question }))
  if (about.length === 0) return
  await tx.resolution.deleteMany({ where: { taskId: task.id, round: task.round, OR: about } })
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId: task.id }
  await recordMany(
    tx,
    'resolution.withdrawn',
    places.map(({ unit, question }) => ({ scope, data: { unit, question } })),
  )
}
