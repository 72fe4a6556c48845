/** Figures lead to items by what was answered there, so a person who may follow them has read the answers. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { recordRevealedReadsJob } from './jobs'
import { lockAnswerReads, markRead, recordLook } from './record-answer-reads'

/** Reads are recorded in portions, so that no statement grows without limit; while somebody waits, few. */
const AT_ONCE = 1000
const WHILE_WAITED = 100

/**
 * Records that the person has read the answers of all revealed tasks: at once where they are few, else in the worker,
 * by a job that exists if and only if the caller's transaction commits. One event tells of the look, with the number of all of them; looks until
 * that job has ended are the same look.
 */
export async function recordRevealedReads(tx: Tx, { userId }: { userId: string }, projectId: string): Promise<void> {
  if (!(await hasUnreadRevealed(tx, { userId }, projectId))) return
  await lockAnswerReads(tx, userId)
  const unread = await listUnread(tx, projectId, userId, WHILE_WAITED)
  const jobKey = `${recordRevealedReadsJob.name}/${projectId}/${userId}`
  if (!(await isQueued(tx, jobKey))) {
    const all = unread.length < WHILE_WAITED ? unread.length : await countAllUnread(tx, projectId, userId)
    await recordLook(tx, { userId }, projectId, { where: 'agreement', tasks: all })
  }
  await markRead(tx, { userId }, unread)
  if (unread.length < WHILE_WAITED) return
  await enqueue(tx, recordRevealedReadsJob, { projectId, userId }, { jobKey })
}

async function isQueued(tx: Tx, jobKey: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`select 1 from graphile_worker.jobs where key = ${jobKey} limit 1`
  return found.length > 0
}

/** Is there a revealed task whose answers the person has not read yet? */
export const hasUnreadRevealed = async (tx: Tx, { userId }: { userId: string }, projectId: string): Promise<boolean> =>
  (await listUnread(tx, projectId, userId, 1)).length > 0

// Taken off as a whole: whoever is new to a large project is in no statistics of the database, which would otherwise
// look through all their reads for each task.
const unreadSql = (projectId: string, userId: string) => Prisma.sql`
  select t.id from tasks t
  where t.project_id = ${projectId}::uuid and t.state in ${Prisma.raw(`(${REVEALED_SQL})`)}
  except select r.task_id from answer_reads r where r.user_id = ${userId}::uuid and not r.through_copy`

async function listUnread(tx: Tx, projectId: string, userId: string, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`${unreadSql(projectId, userId)} limit ${most}`
  return rows.map(({ id }) => id)
}

async function countAllUnread(tx: Tx, projectId: string, userId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int count from (${unreadSql(projectId, userId)}) unread`
  return row?.count ?? 0
}

export const recordRevealedReadsHandler = handleJob(
  recordRevealedReadsJob,
  async ({ projectId, userId }, { signal }) => {
    for (;;) {
      signal.throwIfAborted()
      const recorded = await transaction(async (tx) => {
        const unread = await listUnread(tx, projectId, userId, AT_ONCE)
        await markRead(tx, { userId }, unread)
        return unread.length
      })
      if (recorded < AT_ONCE) return
    }
  },
)
