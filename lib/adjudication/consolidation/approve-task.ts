import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Json } from '@/lib/protocols/protocol'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { changeConsolidation } from './change-consolidation'
import type { ConsolidationView } from './contract'
import { answersOfSettled } from './rules'
import { secondsSource } from './seconds-source'

/** The second pair of eyes: makes the resolutions, as they were written down, the task's gold. */
export function approveTask(
  actor: Actor,
  taskId: string,
  { expectedRevision }: { expectedRevision: number },
): Promise<ConsolidationView> {
  return changeConsolidation(actor, taskId, 'task.approve', expectedRevision, async (tx, { task }) => {
    const rows = await tx.resolution.findMany({
      where: { taskId, round: task.round },
      select: { question: true, value: true, unit: { select: { key: true } } },
    })
    const settled = rows.map((row) => ({ unit: row.unit.key, question: row.question, value: row.value as Json }))
    await makeGold(tx, task, {
      answers: answersOfSettled(settled),
      origin: 'consolidated',
      actorId: actor.userId,
      adjudicatorId: task.adjudicatorId,
      approverId: actor.userId,
    })
    await secondsSource.get().draw(tx, { projectId: task.projectId, taskId })
  })
}
