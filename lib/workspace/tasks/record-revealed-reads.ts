/** Figures lead to items by what was answered there, so a person who may follow them has read the answers. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { recordRevealedReadsJob } from './jobs'
import { recordAnswerReads } from './record-answer-reads'

/** Reads are recorded in portions, so that no statement grows without limit; while somebody waits, few. */
const AT_ONCE = 1000
const WHILE_WAITED = 100

/**
 * Records that the person has read the answers of all revealed tasks: at once where they are few, else in the worker,
 * by a job that exists if and only if the caller's transaction commits.
 */
export async function recordRevealedReads(tx: Tx, { userId }: { userId: string }, projectId: string): Promise<void> {
  const unread = await listUnread(tx, projectId, userId, WHILE_WAITED)
  await recordAnswerReads(tx, { userId }, unread, 'agreement')
  if (unread.length < WHILE_WAITED) return
  await enqueue(
    tx,
    recordRevealedReadsJob,
    { projectId, userId },
    { jobKey: `${recordRevealedReadsJob.name}/${projectId}/${userId}` },
  )
}

/** Is there a revealed task whose answers the person has not read yet? */
export const hasUnreadRevealed = async (tx: Tx, { userId }: { userId: string }, projectId: string): Promise<boolean> =>
  (await listUnread(tx, projectId, userId, 1)).length > 0

async function listUnread(tx: Tx, projectId: string, userId: string, most: number): Promise<string[]> {
  // Taken off as a whole: whoever is new to a large project is in no statistics of the database, which would otherwise
  // look through all their reads for each task.
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tasks t
    where t.project_id = ${projectId}::uuid and t.state in ${Prisma.raw(`(${REVEALED_SQL})`)}
    except select r.task_id from answer_reads r where r.user_id = ${userId}::uuid and not r.through_copy
    limit ${most}`
  return rows.map(({ id }) => id)
}

export const recordRevealedReadsHandler = handleJob(
  recordRevealedReadsJob,
  async ({ projectId, userId }, { signal }) => {
    for (;;) {
      signal.throwIfAborted()
      const recorded = await transaction(async (tx) => {
        const unread = await listUnread(tx, projectId, userId, AT_ONCE)
        await recordAnswerReads(tx, { userId }, unread, 'agreement')
        return unread.length
      })
      if (recorded < AT_ONCE) return
    }
  },
)
