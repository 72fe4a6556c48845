import 'server-only'
import type { Reply } from '@/lib/annotation/comments/contract'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import type { LoadedTask } from '@/lib/workspace/tasks/load-task'
import { scopeOf } from './change-consolidation'

interface NewComment {
  /** Made by the sender; see `isSaid` of lib/annotation/comments. */
  id?: string | undefined
  body: string
  reply?: Reply
  disagreement?: { id: string; unitId: string }
  /** What it is about where there may be no disagreement. */
  unitId?: string
  question?: string
}

/** A remark that comes with a decision, in its transaction. */
export async function writeComment(
  tx: Tx,
  actor: Actor,
  task: LoadedTask,
  { id, body, reply, disagreement, unitId, question }: NewComment,
): Promise<void> {
  const found = disagreement ?? (unitId && question ? await findRow(tx, task, { unitId, question }) : null)
  const about = found ? { disagreementId: found.id, unitId: found.unitId } : unitId ? { unitId } : {}
  const comment = await tx.comment.create({
    data: { id, taskId: task.id, userId: actor.userId, body, reply, ...about },
    select: { id: true },
  })
  await record(tx, 'comment.added', scopeOf(actor, task), { commentId: comment.id, reply: reply ?? null })
}

function findRow(
  tx: Tx,
  { id: taskId, round }: LoadedTask,
  { unitId, question }: { unitId: string; question: string },
) {
  return tx.disagreement.findUnique({
    where: { taskId_round_unitId_question: { taskId, round, unitId, question } },
    select: { id: true, unitId: true },
  })
}
