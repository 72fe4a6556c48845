/** Serving people their own tasks again, unannounced. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { copyTask } from './copy-task'
import type { Shadow } from './shadow'

/**
 * Is this submission (`tasks o`) one of those that come again to this person? A fixed share of all, told by the task and
 * the person alone: the first 28 bits of md5(task id, user id), modulo 100.
 */
export const isChosen = (user: Prisma.Sql, { repeatPercent }: Shadow): Prisma.Sql =>
  Prisma.sql`('x' || substr(md5(o.id::text || ${user}::text), 1, 7))::bit(28)::int % 100 < ${repeatPercent}`

/** Independent round-1 submissions `n` of tasks `o` in the project whose time has come to be served again. */
export const isDue = ({ projectId, repeatAfterDays }: Shadow): Prisma.Sql => Prisma.sql`
  o.project_id = ${projectId}::uuid and o.state <> 'discarded' and not (o.state = 'open' and o.round > 1)
  and not exists (select 1 from items d where d.id = o.item_id and d.discarded_at is not null)
  and n.round = 1 and n.state = 'submitted' and n.independent and n.origin = 'person'
  and n.submitted_at <= now() - make_interval(days => ${repeatAfterDays})`

/**
 * The copy of a submission that is due for this person, made if it is not there yet; null where none is, or where the
 * last task that they were given was one already.
 */
export async function takeRepeat(tx: Tx, shadow: Shadow, userId: string): Promise<string | null> {
  if (shadow.repeatPercent === 0 || (await wasRepeatLast(tx, shadow, userId))) return null
  const [returned] = await tx.$queryRaw<{ id: string }[]>`
    select t.id from task_copies c join tasks t on t.id = c.task_id and t.state = 'open'
    join assignments a on a.task_id = t.id and a.user_id = c.user_id and a.state = 'released'
    where c.user_id = ${userId}::uuid and c.purpose = 'repeat' and t.project_id = ${shadow.shadowId}::uuid
    order by a.updated_at, t.id limit 1`
  if (returned) return returned.id
  const [due] = await tx.$queryRaw<{ id: string }[]>`
    select o.id from annotations n join tasks o on o.id = n.task_id
    where n.user_id = ${userId}::uuid and ${isDue(shadow)} and ${isChosen(Prisma.sql`${userId}`, shadow)}
      and not exists (select 1 from task_copies c
                      where c.original_id = o.id and c.purpose = 'repeat' and c.user_id = ${userId}::uuid)
    order by n.submitted_at, o.id limit 1`
  if (!due) return null
  return copyTask(tx, shadow, { originalId: due.id, purpose: 'repeat', userId, actorId: userId })
}

async function wasRepeatLast(tx: Tx, { projectId }: Shadow, userId: string): Promise<boolean> {
  const [last] = await tx.$queryRaw<{ repeat: boolean }[]>`
    select exists (select 1 from task_copies c where c.task_id = t.id and c.purpose = 'repeat') "repeat"
    from assignments a join tasks t on t.id = a.task_id
    where a.user_id = ${userId}::uuid and ${ownWorkIn(projectId)}
    order by a.created_at desc, a.id desc limit 1`
  return last?.repeat ?? false
}
