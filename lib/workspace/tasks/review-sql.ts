import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { thirdRaterIn } from './discussion-sql'

/** What waits for a reviewer, as conditions on a task `t` with its stage `s`: to be had together with `not annotatedItem`. */

/** Has the person annotated the item, in any stage or round? Then they neither settle nor approve it. */
export const annotatedItem = (userId: string): Prisma.Sql => Prisma.sql`exists (
  select 1 from annotations n join tasks o on o.id = n.task_id where o.item_id = t.item_id and n.user_id = ${userId}::uuid)`

/** Is it to be settled, by a third person? */
export const settleable = Prisma.sql`(t.state = 'consolidating' and ${thirdRaterIn})`

/** Is it to be approved by this person, who neither settled any of it nor confirmed it? */
export const approvable = (userId: string): Prisma.Sql => Prisma.sql`(
  t.state = 'approving' and t.adjudicator_id is distinct from ${userId}::uuid
  and not exists (select 1 from resolutions r
                  where r.task_id = t.id and r.round = t.round and r.resolved_by_id = ${userId}::uuid))`

/** When the last answers of a revealed task `t` were submitted. */
const lastSubmission = Prisma.sql`(select r.submitted_at from reached_tasks r where r.task_id = t.id)`

/**
 * Since when a revealed task waits: since it was confirmed, else revealed, or drawn for a second decision. `submittedAt`: where a query has it
 * already, of many tasks at once.
 */
export const waitsSince = (submittedAt: Prisma.Sql = lastSubmission): Prisma.Sql => Prisma.sql`coalesce(
  t.adjudicated_at, ${submittedAt},
  (select d.drawn_at from second_adjudications d where d.copy_id = t.id),
  (select i.created_at from items i where i.id = t.item_id))`
