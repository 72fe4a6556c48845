import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Reply } from '@/lib/annotation/comments/contract'
import type { Tx } from '@/lib/platform/server/db'

export interface StandingReply {
  taskId: string
  disagreementId: string
  userId: string
  reply: Reply
}

/** The event `e` of a remark `c`, looked up from the remark: a project has many more events than answers to proposals. */
const itsEvent = Prisma.sql`lateral (
  select max(w.id) "id" from events w
  where w.task_id = c.task_id and w.type = 'comment.added' and w.data ->> 'commentId' = c.id::text) e`

/**
 * Of a remark `c` and its event `e`: is it an answer to the proposal of disagreement `d`, about unit `u`, as it is now? The order of
 * events decides, not clocks: both are written under the task's row lock.
 */
const STANDS = Prisma.sql`c.reply is not null and d.proposal is not null
  and e.id > (select max(p.id) from events p
              where p.task_id = c.task_id and p.type = 'disagreement.proposed'
                and p.data ->> 'unit' = u.key and p.data ->> 'question' = d.question)`

/** The latest answer of each person to each proposal as it is now; answers to an earlier proposal do not count. */
export function listStandingReplies(tx: Tx, taskIds: readonly string[]): Promise<StandingReply[]> {
  return tx.$queryRaw<StandingReply[]>`
    select distinct on (c.disagreement_id, c.user_id)
           c.task_id "taskId", c.disagreement_id "disagreementId", c.user_id "userId", c.reply::text "reply"
    from comments c
    join disagreements d on d.id = c.disagreement_id
    join units u on u.id = d.unit_id
    cross join ${itsEvent}
    where c.task_id = any(${[...taskIds]}::uuid[]) and ${STANDS}
    order by c.disagreement_id, c.user_id, e.id desc`
}

/** Is disagreement `d` one of a task `t` as it is now, that nobody has settled? */
export const isOpenIn = Prisma.sql`(d.task_id = t.id and d.round = t.round
  and not exists (select 1 from resolutions r where r.task_id = d.task_id and r.round = d.round
                  and r.unit_id = d.unit_id and r.question = d.question))`

/** Does disagreement `d` have a proposal that this person has not answered? */
export const isUnansweredBy = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(d.proposal is not null and not exists (
  select 1 from comments c join units u on u.id = d.unit_id cross join ${itsEvent}
  where c.task_id = d.task_id and c.disagreement_id = d.id and c.user_id = ${userId} and ${STANDS}))`
