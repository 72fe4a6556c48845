/** Figures about gold lead to items by what gold says there, so a person who may follow them has read it. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { isRead, markRead, recordAnswerReads, recordLook } from './record-answer-reads'

/** Reads are recorded in portions, so that no statement grows without limit. */
const AT_ONCE = 1000
/** The same where no event is written for each. */
const MARKED_AT_ONCE = 10_000

/**
 * Records that the actor has read all gold of the project, in the transaction that reads it. An event tells of each task, or, where they are
 * more than a thousand, one of all: whoever looks first at the figures of a large project would wait for a minute otherwise.
 */
export async function recordGoldReads(
  tx: Tx,
  actor: { userId: string },
  projectId: string,
  { toldEach = AT_ONCE }: { toldEach?: number } = {},
): Promise<void> {
  // By id through all portions, as everything that holds several tasks: what is written down refers to them.
  const ids = (await listUnread(tx, actor, projectId, null)).toSorted()
  if (ids.length <= toldEach) return recordAnswerReads(tx, actor, ids, 'gold')
  await recordLook(tx, actor, projectId, { where: 'gold', tasks: ids.length })
  for (let start = 0; start < ids.length; start += MARKED_AT_ONCE)
    await markRead(tx, actor, ids.slice(start, start + MARKED_AT_ONCE))
}

/**
 * The same in transactions of its own, a portion each. Call it once figures about gold are there and before they leave the
 * server, so that they tell of no gold whose reading is not recorded.
 */
export async function recordGoldReadsInPortions(actor: { userId: string }, projectId: string): Promise<void> {
  for (;;) {
    const recorded = await transaction(async (tx) => {
      const ids = await listUnread(tx, actor, projectId, AT_ONCE)
      await recordAnswerReads(tx, actor, ids, 'gold')
      return ids.length
    })
    if (recorded < AT_ONCE) return
  }
}

/** The tasks whose gold the actor has not read, at most so many; null: all. */
async function listUnread(
  tx: Tx,
  { userId }: { userId: string },
  projectId: string,
  most: number | null,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from tasks t where project_id = ${projectId}::uuid and state = 'gold'
      and not exists (${isRead(Prisma.sql`t.id`, { userId })})
    limit ${most}::int`
  return rows.map(({ id }) => id)
}
