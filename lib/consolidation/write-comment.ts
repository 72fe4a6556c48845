import 'server-only'
import { record } from '@/lib/audit/record'
import type { Reply } from '@/lib/comments/contract'
import type { Actor } from '@/lib/policy/actor'
import type { Tx } from '@/lib/server/db'
import type { LoadedTask } from '@/lib/tasks/load-task'
import { scopeOf } from './change-consolidation'

interface NewComment {
  body: string
  reply?: Reply
  disagreement?: { id: string; unitId: string }
}

/** A remark that comes with a decision, in its transaction. */
export async function writeComment(
  tx: Tx,
  actor: Actor,
  task: LoadedTask,
  { body, reply, disagreement }: NewComment,
): Promise<void> {
  const about = disagreement ? { disagreementId: disagreement.id, unitId: disagreement.unitId } : {}
  const comment = await tx.comment.create({
    data: { taskId: task.id, userId: actor.userId, body, reply, ...about },
    select: { id: true },
  })
  await record(tx, 'comment.added', scopeOf(actor, task), { commentId: comment.id, reply: reply ?? null })
}
