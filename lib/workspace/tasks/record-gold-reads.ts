/** Figures about gold lead to items by what gold says there, so a person who may follow them has read it. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { isRead, recordAnswerReads } from './record-answer-reads'

/** Reads are recorded in portions, so that no statement grows without limit. */
const AT_ONCE = 1000

/** Records that the actor has read all gold of the project, in the transaction that reads it. */
export async function recordGoldReads(tx: Tx, actor: { userId: string }, projectId: string): Promise<void> {
  // By id through all portions, as everything that holds several tasks: what is written down refers to them.
  const ids = (await listUnread(tx, actor, projectId, null)).toSorted()
  for (let start = 0; start < ids.length; start += AT_ONCE)
    await recordAnswerReads(tx, actor, ids.slice(start, start + AT_ONCE), 'gold')
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
