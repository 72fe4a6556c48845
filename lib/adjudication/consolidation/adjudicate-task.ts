import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { blockers } from '@/lib/protocols/blockers'
import { settleSecond } from '@/lib/workspace/tasks/decide-second'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { writeOutcome } from '@/lib/workspace/tasks/write-outcome'
import { changeConsolidation, scopeOf } from './change-consolidation'
import type { ConsolidationView } from './contract'
import { secondsSource } from './seconds-source'

/**
 * Confirms the whole item: nothing may be open (`rule` with issues otherwise). Every value of it gets a resolution, also
 * what agreed by itself. It then waits for a second reviewer, or is gold at once where the protocol asks for none.
 */
export function adjudicateTask(
  actor: Actor,
  taskId: string,
  { expectedRevision }: { expectedRevision: number },
): Promise<ConsolidationView> {
  return changeConsolidation(actor, taskId, 'task.adjudicate', expectedRevision, async (tx, loaded) => {
    const { task, subject, outcome } = loaded
    const missing = blockers(task.stage, subject, outcome)
    if (missing.length > 0)
      throw new AppError('rule', 'Something is still open. Settle it, then confirm the item.', {
        issues: missing.map(({ unit, question, message }) => ({ path: `${unit}.${question}`, message })),
      })
    await writeOutcome(tx, loaded)
    const data = { state: 'approving', adjudicatorId: actor.userId, adjudicatedAt: new Date() } as const
    await tx.task.update({ where: { id: taskId }, data })
    await record(tx, 'task.adjudicated', scopeOf(actor, task), { round: task.round })
    if (task.second) return settleSecond(tx, actor, task, outcome.answers)
    if (task.stage.approval === 'second-reviewer') return
    const signed = { actorId: actor.userId, adjudicatorId: actor.userId, approverId: null }
    await makeGold(tx, task, { answers: outcome.answers, origin: 'consolidated', ...signed })
    await secondsSource.get().draw(tx, { projectId: task.projectId, taskId })
  })
}
