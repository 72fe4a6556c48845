import 'server-only'
import { transaction } from '@/lib/platform/server/db'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'

/** Reads are remembered in portions, so that no statement grows without limit. */
const AT_ONCE = 1000

/**
 * Remembers that the person knows the gold: how systems do and what they get wrong tells what gold says. Call it once the
 * figures are there and before they leave the server, so that they tell of no gold that is not remembered.
 */
export async function rememberGold(actor: { userId: string }, projectId: string): Promise<void> {
  for (;;) {
    const remembered = await transaction(async (tx) => {
      const unread = await tx.$queryRaw<{ id: string }[]>`
        select id from tasks t where project_id = ${projectId}::uuid and state = 'gold'
          and not exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = ${actor.userId}::uuid)
        limit ${AT_ONCE}`
      await recordAnswerReads(
        tx,
        actor,
        unread.map(({ id }) => id),
        'gold',
      )
      return unread.length
    })
    if (remembered < AT_ONCE) return
  }
}
