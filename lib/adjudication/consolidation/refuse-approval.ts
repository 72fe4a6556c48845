import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { changeConsolidation, scopeOf } from './change-consolidation'
import type { ConsolidationView, RefuseApproval } from './contract'
import { writeComment } from './write-comment'

/** Sends a settled item back to be settled again. What people settled stays; what agreed is worked out anew. */
export function refuseApproval(actor: Actor, taskId: string, body: RefuseApproval): Promise<ConsolidationView> {
  return changeConsolidation(actor, taskId, 'task.approve', body.expectedRevision, async (tx, { task }) => {
    await tx.task.update({
      where: { id: taskId },
      data: { state: 'consolidating', adjudicatorId: null, adjudicatedAt: null },
    })
    await writeComment(tx, actor, task, { body: body.comment })
    await record(tx, 'task.approval_refused', scopeOf(actor, task), { comment: body.comment })
  })
}
