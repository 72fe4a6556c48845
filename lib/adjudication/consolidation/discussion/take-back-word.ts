import 'server-only'
import { scopeOf } from '@/lib/adjudication/consolidation/change-consolidation'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { changeDiscussion, reopenQuestion } from './change-discussion'
import type { TakeBackWord } from './contract'

/** Takes back what one accepted or objected to: one's frozen answer, where there is one, counts again. */
export function takeBackWord(actor: Actor, taskId: string, body: TakeBackWord): Promise<ConsolidationView> {
  const { unit, question } = body
  return changeDiscussion(actor, taskId, async (tx, loaded) => {
    const { task } = loaded
    const { count } = await tx.acceptance.deleteMany({
      where: { taskId, round: task.round, userId: actor.userId, question, unit: { key: unit } },
    })
    if (count === 0) throw new AppError('conflict', 'You have said nothing on this question that could be taken back.')
    await reopenQuestion(tx, actor, loaded, { unit, question })
    await record(tx, 'discussion.taken_back', scopeOf(actor, task), { unit, question })
  })
}
