import 'server-only'
import { Prisma } from '@/generated/prisma/client'

/** What waits in discussions, as conditions on a task `t` with its stage `s`. */

/** `isThirdRaterIn` of lib/platform/policy/can.ts; an annotator alone has nobody to discuss with. */
export const thirdRaterIn = Prisma.sql`(s.consolidation <> 'discussion' or t.raters = 1 or s.third_rater = 'always' or t.third_rater_at is not null)`

/** How many open questions have a value that somebody else accepts and the person does not: their word is asked for. */
export const askedCount = (userId: string) => Prisma.sql`(
  select count(distinct (w.unit_id, w.question))::int from acceptances w
  left join acceptances o on o.task_id = w.task_id and o.round = w.round and o.unit_id = w.unit_id
    and o.question = w.question and o.user_id = ${userId}::uuid
  where w.task_id = t.id and w.round = t.round and w.user_id <> ${userId}::uuid and w.value is not null
    and o.value is distinct from w.value
    and not exists (select 1 from resolutions r where r.task_id = t.id and r.round = t.round
                    and r.unit_id = w.unit_id and r.question = w.question))`

/**
 * Does the discussion wait for its partner? While no third rater takes part something is open for sure, because the task
 * would be gold otherwise; with one it may wait for their confirmation only.
 */
export const waitsForPartner = (userId: string) => Prisma.sql`(
  t.state = 'consolidating' and s.consolidation = 'discussion' and t.raters > 1
  and exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${userId}::uuid and n.state = 'submitted')
  and (not ${thirdRaterIn} or ${askedCount(userId)} > 0 or exists (
    select 1 from disagreements d where d.task_id = t.id and d.round = t.round
      and not exists (select 1 from resolutions r where r.task_id = t.id and r.round = t.round
                      and r.unit_id = d.unit_id and r.question = d.question))))`
