import 'server-only'
import type { Reply } from '@/lib/annotation/comments/contract'
import type { Tx } from '@/lib/platform/server/db'

export interface StandingReply {
  taskId: string
  disagreementId: string
  userId: string
  reply: Reply
}

/**
 * The latest answer of each person to each proposal as it is now; answers to an earlier proposal do not count. The order
 * of events decides, not clocks: both are written under the task's row lock.
 */
export function listStandingReplies(tx: Tx, taskIds: readonly string[]): Promise<StandingReply[]> {
  return tx.$queryRaw<StandingReply[]>`
    select distinct on (c.disagreement_id, c.user_id)
           c.task_id "taskId", c.disagreement_id "disagreementId", c.user_id "userId", c.reply::text "reply"
    from comments c
    join disagreements d on d.id = c.disagreement_id
    join units u on u.id = d.unit_id
    join events e on e.task_id = c.task_id and e.type = 'comment.added' and e.data ->> 'commentId' = c.id::text
    where c.task_id = any(${[...taskIds]}::uuid[]) and c.reply is not null and d.proposal is not null
      and e.id > (select max(p.id) from events p
                  where p.task_id = c.task_id and p.type = 'disagreement.proposed'
                    and p.data ->> 'unit' = u.key and p.data ->> 'question' = d.question)
    order by c.disagreement_id, c.user_id, e.id desc`
}
