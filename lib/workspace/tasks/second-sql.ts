import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { LoadedTask } from './load-task'

/**
 * May the person decide on the copy `d` (of `second_adjudications`), or have they? It is open to reviewers who had no part in
 * the first decision and have read nothing of it: neither the gold, nor an export or figure that leads to it. Whoever reads the
 * original loses the copy, so no decision is made with the first one in mind. Not to managers, who are told what was drawn.
 */
export const isSecond = (userId: string): Prisma.Sql => Prisma.sql`(
  exists (select 1 from memberships w where w.project_id = d.project_id and w.user_id = ${userId}::uuid and w.role = 'reviewer')
  and (d.decided_by_id = ${userId}::uuid or d.outcome is null and ${STANDS} and ${hadNoPart(Prisma.sql`${userId}::uuid`)}))`

/** Does the first decision still stand? */
export const STANDS = Prisma.sql`exists (
  select 1 from tasks o join items f on f.id = o.item_id join golds g on g.id = d.gold_id
  where o.id = d.original_id and o.state = 'gold' and f.discarded_at is null and g.superseded_at is null)`

/** Had the person no part in the first decision on `d`, and have they read nothing of it? */
export const hadNoPart = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  not exists (select 1 from golds g where g.id = d.gold_id and ${userId} in (g.adjudicator_id, g.approver_id))
  and not exists (select 1 from resolutions r where r.task_id = d.original_id and r.resolved_by_id = ${userId})
  and not exists (select 1 from answer_reads x where x.task_id = d.original_id and x.user_id = ${userId} and not x.through_copy)
  and not exists (select 1 from annotations n join tasks b on b.id = n.task_id join tasks o on o.item_id = b.item_id
                  where o.id = d.original_id and n.user_id = ${userId}))`

/** The tasks `t` of a project on which a reviewer may work: its own, and copies for a second adjudication that wait for this one. */
export const reviewedIn = (projectId: string, userId: string): Prisma.Sql => Prisma.sql`(
  t.project_id = ${projectId}::uuid or t.id in (
    select d.copy_id from second_adjudications d
    where d.project_id = ${projectId}::uuid and d.outcome is null and ${isSecond(userId)}))`

/**
 * The events (`e`) that the time line and the searches of a task are made of: the task's own, and of a copy for a second adjudication those of the original until its
 * answers were revealed, so that nothing tells of the first decision.
 */
export const eventsOf = ({ id, second, answered }: Pick<LoadedTask, 'id' | 'second' | 'answered'>): Prisma.Sql =>
  second
    ? Prisma.sql`(e.task_id = ${id}::uuid or e.task_id = ${answered.id}::uuid and e.id <= (
        select max(r.id) from events r where r.task_id = ${answered.id}::uuid and r.type = 'task.revealed'
          and (r.data->>'round')::int = ${answered.round}))`
    : Prisma.sql`e.task_id = ${id}::uuid`
