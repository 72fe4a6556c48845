import 'server-only'
import { requireAsked, scopeOf } from '@/lib/adjudication/consolidation/change-consolidation'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { laneValues } from '@/lib/adjudication/consolidation/rules'
import { writeComment } from '@/lib/adjudication/consolidation/write-comment'
import { isSaid } from '@/lib/annotation/comments/queries'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { sameValue } from '@/lib/protocols/same-value'
import { changeDiscussion, reopenQuestion } from './change-discussion'
import type { ObjectToValue } from './contract'
import { heldValues, isOnTheTable } from './rules'
import { saveAcceptance } from './save-acceptance'
import { wordsOn } from './settle-accepted'

/**
 * Says what speaks against a value, and lets go of it where one accepted it oneself. It names the value: an objection to
 * what nobody holds any more is a `conflict`.
 */
export function objectToValue(actor: Actor, taskId: string, body: ObjectToValue): Promise<ConsolidationView> {
  const { unit, question, value, comment, remarkId } = body
  return changeDiscussion(actor, taskId, async (tx, loaded) => {
    if (await isSaid(tx, actor, loaded.task, remarkId)) return
    const { unitId, question: asked } = requireAsked(loaded, body)
    const { lanes, accepted, task } = loaded
    const currentValues = heldValues(
      lanes.map(({ id }) => id),
      laneValues(lanes, unit, asked),
      wordsOn(loaded, body),
    )
    const acceptances = accepted.filter((each) => each.unit === unit && each.question === question)
    if (
      !isOnTheTable(
        currentValues,
        acceptances.map((each) => each.value),
        value,
      )
    )
      throw new AppError('conflict', 'Nobody accepts this value any more. Look at the question again.')
    const lane = lanes.find(({ userId }) => userId === actor.userId)?.id
    const actorValue =
      acceptances.find(({ userId }) => userId === actor.userId) ?? currentValues.find((each) => each.lane === lane)
    if (actorValue && sameValue(actorValue.value, value)) {
      await reopenQuestion(tx, actor, loaded, { unit, question })
      await saveAcceptance(tx, actor, loaded, { unit, question, value: null })
    }
    await record(tx, 'discussion.objected', scopeOf(actor, task), { unit, question, value })
    await writeComment(tx, actor, task, { id: remarkId, body: comment, reply: 'object', unitId, question })
  })
}
