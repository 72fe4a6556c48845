import 'server-only'
import { isThirdRaterIn } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { blockers } from '@/lib/protocols/blockers'
import type { Subject } from '@/lib/protocols/protocol'
import type { LoadedTask } from './load-task'
import { makeGold } from './make-gold'
import { type SettledTask, writeOutcome } from './write-outcome'

/**
 * Ends a consolidation in which nothing is open and which nobody has to confirm: a discussion without a third rater, or
 * what the majority decides. The task is gold then, or waits for its second reviewer. `actorId`: whose last word or
 * submission it was. The caller holds the task's row lock. Returns whether it ended.
 */
export async function closeByItself(
  tx: Tx,
  standing: SettledTask & { task: LoadedTask; subject: Subject },
  actorId: string | null,
): Promise<boolean> {
  const { task, subject, outcome } = standing
  const isLeftToItself = task.stage.consolidation === 'majority' || !isThirdRaterIn(task.subject)
  if (!isLeftToItself || blockers(task.stage, subject, outcome).length > 0) return false
  await writeOutcome(tx, standing)
  await tx.task.update({ where: { id: task.id }, data: { state: 'approving' } })
  if (task.stage.approval === 'second-reviewer') return true
  const unsigned = { adjudicatorId: null, approverId: null }
  await makeGold(tx, task, { answers: outcome.answers, origin: 'consolidated', actorId, ...unsigned })
  return true
}
