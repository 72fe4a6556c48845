import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { recordMany } from '@/lib/platform/events/record'
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
  where: 'consolidation' | 'export' | 'gold' | 'record' | 'agreement',
): Promise<void> {
  if (taskIds.length === 0) return
  const unread = await tx.$queryRaw<unknown[]>`
    select 1 from unnest(${[...taskIds]}::uuid[]) asked(id)
    where not exists (${isRead(Prisma.sql`asked.id`, actor)}) limit 1`
  // Most of what is read was read before, and needs no lock.
  if (unread.length === 0) return
  await lockAnswerReads(tx, actor.userId)
  const rows = await tx.$queryRaw<{ taskId: string; itemId: string; projectId: string }[]>`
    with fresh as (
      insert into answer_reads (task_id, user_id)
      select id, ${actor.userId}::uuid from tasks where id = any(${[...taskIds]}::uuid[])
      ${OR_MORE} returning task_id)
    select t.id "taskId", t.item_id "itemId", t.project_id "projectId" from fresh f join tasks t on t.id = f.task_id`
  await recordMany(
    tx,
    'answers.read',
    rows.map((scope) => ({ scope: { actorId: actor.userId, ...scope }, data: { where } })),
  )
}
