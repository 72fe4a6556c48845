import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record, recordMany } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import type { LoadedTask } from './load-task'

/**
 * Lets one transaction at a time write down what this person has read, until it ends. Two pages of one person that write down the
 * same tasks in another order would wait for each other. Take it before any lock on tasks.
 */
export async function lockAnswerReads(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`reads of ${userId}`}, 0))`
}

/** Has the person read what was decided on the task, and not only its annotators' answers on a copy? */
export const isRead = (taskId: Prisma.Sql, { userId }: { userId: string }): Prisma.Sql => Prisma.sql`
  select 1 from answer_reads r where r.task_id = ${taskId} and r.user_id = ${userId}::uuid and not r.through_copy`

/** After an insert into `answer_reads`: whoever has read a copy only reads more now. */
export const OR_MORE = Prisma.sql`
  on conflict (task_id, user_id) do update set through_copy = false where answer_reads.through_copy`

/** What the desk and the time line of a task show its reader: of a copy for a second adjudication the answers to the original. */
export async function recordDeskReads(
  tx: Tx,
  actor: { userId: string },
  { id, state, second, answered }: Pick<LoadedTask, 'id' | 'state' | 'second' | 'answered'>,
): Promise<void> {
  if (!second) return recordAnswerReads(tx, actor, [id], state === 'gold' ? 'gold' : 'consolidation')
  await tx.answerRead.createMany({
    data: [{ taskId: answered.id, userId: actor.userId, throughCopy: true }],
    skipDuplicates: true,
  })
}

/**
 * Records that the actor has read the answers to these tasks, and so cannot be assigned to them any more. Call it in
 * the transaction that reads them. Reading again adds nothing.
 */
export async function recordAnswerReads(
  tx: Tx,
  actor: { userId: string },
  taskIds: readonly string[],
  where: 'consolidation' | 'export' | 'gold' | 'record',
): Promise<void> {
  const fresh = await markRead(tx, actor, taskIds)
  await recordMany(
    tx,
    'answers.read',
    fresh.map((scope) => ({ scope: { actorId: actor.userId, ...scope }, data: { where } })),
  )
}

/** One event for a look at figures that lead to the items of so many tasks; none where all of them were read before. */
export async function recordLook(
  tx: Tx,
  { userId }: { userId: string },
  projectId: string,
  look: { where: 'agreement' | 'gold'; tasks: number },
): Promise<void> {
  if (look.tasks > 0) await record(tx, 'answers.read', { actorId: userId, projectId }, look)
}

interface ReadTask {
  taskId: string
  itemId: string
  projectId: string
}

/**
 * Marks the answers to these tasks as read by the person, without an event, by id, as everything that holds several tasks. Returns those
 * that were not read before.
 */
export async function markRead(tx: Tx, actor: { userId: string }, taskIds: readonly string[]): Promise<ReadTask[]> {
  // Most of what is read was read before, and needs no lock.
  if ((await countUnread(tx, actor, taskIds, 1)) === 0) return []
  await lockAnswerReads(tx, actor.userId)
  return tx.$queryRaw<ReadTask[]>`
    with fresh as (
      insert into answer_reads (task_id, user_id)
      select id, ${actor.userId}::uuid from tasks where id = any(${[...taskIds]}::uuid[]) order by id
      ${OR_MORE} returning task_id)
    select t.id "taskId", t.item_id "itemId", t.project_id "projectId" from fresh f join tasks t on t.id = f.task_id`
}

/** How many of these tasks the person has not read the answers to, counted up to `most`. */
export async function countUnread(
  tx: Tx,
  actor: { userId: string },
  taskIds: readonly string[],
  most = taskIds.length,
): Promise<number> {
  if (taskIds.length === 0) return 0
  const unread = await tx.$queryRaw<unknown[]>`
    select 1 from unnest(${[...taskIds]}::uuid[]) asked(id)
    where not exists (${isRead(Prisma.sql`asked.id`, actor)}) limit ${most}`
  return unread.length
}
