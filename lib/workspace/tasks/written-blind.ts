/**
 * What annotators noted for themselves before a reveal. Item histories tell by name who was at work first, so beside names
 * that are not told such notes stand lane by lane; what is said afterwards is a conversation, in its order.
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'

/** Is event `e` a remark made while its task was open? */
export const WRITTEN_BLIND = Prisma.sql`(
  e.type = 'comment.added' and coalesce((
    select r.type from events r
    where r.task_id = e.task_id and r.id < e.id
      and r.type in ('task.revealed', 'task.approved', 'task.reopened', 'task.reopening_taken_back', 'task.taken_over')
    order by r.id desc limit 1), 'task.opened') not in ('task.revealed', 'task.approved', 'task.reopening_taken_back'))`

/** The ids of a task's remarks that were made while it was open, in any round. */
export async function listWrittenBlind(tx: Tx, taskId: string): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select e.data->>'commentId' "id" from events e where e.task_id = ${taskId}::uuid and ${WRITTEN_BLIND}`
  return new Set(rows.map(({ id }) => id))
}
