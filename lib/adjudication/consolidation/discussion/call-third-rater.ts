import 'server-only'
import { scopeOf } from '@/lib/adjudication/consolidation/change-consolidation'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { readConsolidation } from '@/lib/adjudication/consolidation/queries'
import { writeComment } from '@/lib/adjudication/consolidation/write-comment'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { CallThirdRater } from './contract'

/**
 * Calls a third rater into a discussion in which the partners cannot agree. From then on the item becomes gold by their
 * confirmation only, until it is sent back as a new round.
 */
export function callThirdRater(actor: Actor, taskId: string, { reason }: CallThirdRater): Promise<ConsolidationView> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    if (task.thirdRaterAt && task.state === 'consolidating' && task.subject.submittedHere)
      throw new AppError('conflict', 'A third rater has been called already.')
    authorizeTask(actor, 'task.callThirdRater', task)
    await tx.task.update({ where: { id: taskId }, data: { thirdRaterAt: new Date(), revision: { increment: 1 } } })
    await record(tx, 'discussion.third_rater_called', scopeOf(actor, task), { round: task.round, reason })
    await writeComment(tx, actor, task, { body: reason })
    return readConsolidation(tx, actor, taskId)
  })
}
