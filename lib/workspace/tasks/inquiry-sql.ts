/** Questions of annotators to managers, as SQL: for the lists of them and for the page that counts what waits. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { lockAnswerReads } from './record-answer-reads'

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

/**
 * Keeps those who have read an annotator's question from annotating its task, or the one it is a copy of. No event tells of
 * it: before the reveal it would tell a manager who annotates the task that a partner has asked something.
 */
export async function recordInquiryReads(tx: Tx, { userId }: Actor, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  await lockAnswerReads(tx, userId)
  await tx.$executeRaw`
    insert into answer_reads (task_id, user_id)
    select t.id, ${userId}::uuid from tasks t
    where t.id = any(${[...taskIds]}::uuid[])
       or t.id in (select c.original_id from task_copies c where c.task_id = any(${[...taskIds]}::uuid[]))
    order by t.id
    on conflict do nothing`
}

/**
 * How many questions of a project wait for this manager, and since when the oldest does. A number that fell by one when they took a task would tell that a partner asked about it: so
 * the tasks of the questions counted are noted like those of questions read, and are no longer given to them.
 */
export async function readWaitingInquiries(
  tx: Tx,
  actor: Actor,
  projectId: string,
): Promise<{ count: number; since: Date | null }> {
  const waiting = Prisma.sql`${inquiryTables} where ${visibleInquiries(actor, projectId)} and ${inquiryWaits}`
  const untold = await tx.$queryRaw<{ taskId: string; originalId: string | null }[]>`
    select t.id "taskId", o.id "originalId" ${waiting} and not exists (
      select 1 from answer_reads r where r.task_id = t.id and r.user_id = ${actor.userId}::uuid)`
  if (untold.length > 0) {
    await lockAnswerReads(tx, actor.userId)
    // Nobody takes a place on these tasks until it is written down that their questions were counted.
    const ids = untold.flatMap(({ taskId, originalId }) => [taskId, originalId]).filter((id) => id !== null)
    await tx.$queryRaw`select 1 from tasks where id = any(${ids}::uuid[]) order by id for share`
    const still = await tx.$queryRaw<
      { taskId: string }[]
    >`select t.id "taskId" ${waiting} and t.id = any(${ids}::uuid[])`
    await recordInquiryReads(
      tx,
      actor,
      still.map(({ taskId }) => taskId),
    )
  }
  const [row] = await tx.$queryRaw<{ count: number; since: Date | null }[]>`
    select count(*)::int "count", min(q.asked_at) "since" ${waiting}`
  return row ?? { count: 0, since: null }
}
