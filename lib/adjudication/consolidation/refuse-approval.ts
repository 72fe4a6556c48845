import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { isThirdRaterIn } from '@/lib/platform/policy/can'
import { changeConsolidation, scopeOf } from './change-consolidation'
import type { ConsolidationView, RefuseApproval } from './contract'
import { writeComment } from './write-comment'

/**
 * Sends a settled item back to be settled again. What people settled stays; what agreed is worked out anew. Where partners settled it among
 * themselves nothing would be open, and nobody's turn: a third rater is called, who confirms it or settles it otherwise.
 */
export function refuseApproval(actor: Actor, taskId: string, body: RefuseApproval): Promise<ConsolidationView> {
  return changeConsolidation(actor, taskId, 'task.approve', body.expectedRevision, async (tx, { task }) => {
    const { comment } = body
    const callsThird = !isThirdRaterIn(task.subject)
    await tx.task.update({
      where: { id: taskId },
      data: {
        state: 'consolidating',
        adjudicatorId: null,
        adjudicatedAt: null,
        ...(callsThird ? { thirdRaterAt: new Date() } : {}),
      },
    })
    await writeComment(tx, actor, task, { body: comment })
    await record(tx, 'task.approval_refused', scopeOf(actor, task), { comment })
    if (callsThird)
      await record(tx, 'discussion.third_rater_called', scopeOf(actor, task), { round: task.round, reason: comment })
  })
}
