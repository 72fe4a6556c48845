import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { changeConsolidation, scopeOf } from './change-consolidation'
import type { ConsolidationView, WithdrawResolution } from './contract'

/** Takes back what a person settled; the event log keeps it. */
export function withdrawResolution(
  actor: Actor,
  taskId: string,
  { unit, question, expectedRevision }: WithdrawResolution,
): Promise<ConsolidationView> {
  return changeConsolidation(actor, taskId, 'task.adjudicate', expectedRevision, async (tx, { task }) => {
    const { count } = await tx.resolution.deleteMany({
      where: { taskId, round: task.round, question, unit: { key: unit }, how: { in: ['lane', 'edited'] } },
    })
    if (count === 0)
      throw new AppError('conflict', 'Nobody has settled this question, so there is nothing to take back.')
    await record(tx, 'resolution.withdrawn', scopeOf(actor, task), { unit, question })
  })
}
