/** Questions of annotators to managers, as SQL: for the lists of them and for the page that counts what waits. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'

/** An inquiry `q` with its share `a`, task `t` and stage `s`. A copy that is served blind is about the item `i` it was made from. */
export const inquiryTables = Prisma.sql`
  from inquiries q join assignments a on a.id = q.assignment_id join tasks t on t.id = a.task_id
  join stages s on s.id = t.stage_id
  left join task_copies c on c.task_id = t.id left join tasks o on o.id = c.original_id
  join items i on i.id = coalesce(o.item_id, t.item_id)`

/** Of inquiry `q` and task `t`: does it wait for an answer? */
export const inquiryWaits = Prisma.sql`(q.answered_at is null and q.closed_at is null and t.state = 'open')`

/**
 * The questions of a project that a manager may read: none about a task that they annotate themselves and that is not revealed,
 * because a question tells that a partner is at work, and on what. A question about a copy is one about the task it was made from.
 */
export const visibleInquiries = ({ userId }: Actor, projectId: string): Prisma.Sql => Prisma.sql`(
  ${ownWorkIn(projectId)} and q.closed_at is null
  and (t.state in (${Prisma.raw(REVEALED_SQL)})
       or not exists (select 1 from assignments mine where mine.task_id = t.id and mine.user_id = ${userId}::uuid))
  and (o.id is null or o.state in (${Prisma.raw(REVEALED_SQL)})
       or not exists (select 1 from assignments mine where mine.task_id = o.id and mine.user_id = ${userId}::uuid)))`

/** How many questions wait for this manager. */
export async function countInquiries(tx: Tx, actor: Actor, projectId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" ${inquiryTables} where ${visibleInquiries(actor, projectId)} and ${inquiryWaits}`
  return row?.count ?? 0
}
