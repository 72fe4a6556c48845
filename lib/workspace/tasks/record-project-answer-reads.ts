import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { transaction } from '@/lib/platform/server/db'
import { isRead, lockAnswerReads, OR_MORE } from './record-answer-reads'

/**
 * The tasks whose answers are read: what is gold, what is revealed, or what a release may hold besides: the ratings of every
 * task that was revealed when it was made, which may have been sent back or discarded since.
 */
export type AnswerReach = 'gold' | 'revealed' | 'released'

const REACHED: Record<AnswerReach, Prisma.Sql> = {
  gold: Prisma.raw(`t.state = 'gold'`),
  revealed: Prisma.raw(`t.state in (${REVEALED_SQL})`),
  // What was revealed may have been sent back to another round, settled, or discarded with all of its annotations there. A
  // task that took newer gold over has a later round, too, and is noted with these: better one too many.
  released: Prisma.raw(`(t.state in (${REVEALED_SQL}) or t.round > 1
    or t.state = 'discarded' and t.raters > 0 and t.submitted_count >= t.raters
    or exists (select 1 from golds g where g.task_id = t.id))`),
}

/**
 * Writes down that the actor reads the answers of these tasks, before they leave the server. The exports stream only
 * tasks noted here, so that what is revealed a moment later is not read unnoticed.
 */
export async function recordProjectAnswerReads(
  actor: Actor,
  projectId: string,
  reach: AnswerReach,
  format: string,
): Promise<void> {
  await transaction(async (tx) => {
    await lockAnswerReads(tx, actor.userId)
    // What is noted already is not written again: a conflict costs a lock of its row, of thousands of them.
    await tx.$executeRaw`
      insert into answer_reads (task_id, user_id)
      select t.id, ${actor.userId}::uuid from tasks t where t.project_id = ${projectId}::uuid and ${REACHED[reach]}
        and not exists (${isRead(Prisma.sql`t.id`, actor)}) order by t.id
      ${OR_MORE}`
    await record(tx, 'export.downloaded', { actorId: actor.userId, projectId }, { format })
  })
}
