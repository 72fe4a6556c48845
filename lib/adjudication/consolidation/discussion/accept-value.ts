import 'server-only'
import { requireAsked, scopeOf } from '@/lib/adjudication/consolidation/change-consolidation'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { addNewUnits } from '@/lib/adjudication/consolidation/lists/add-new-units'
import { judge } from '@/lib/adjudication/consolidation/lists/judge'
import type { LoadedConsolidation } from '@/lib/adjudication/consolidation/load-consolidation'
import { writeComment } from '@/lib/adjudication/consolidation/write-comment'
import { isSaid } from '@/lib/annotation/comments/queries'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import type { Json, Question } from '@/lib/protocols/protocol'
import { changeDiscussion, reopenQuestion } from './change-discussion'
import type { AcceptValue } from './contract'
import { isOnTheTable } from './rules'
import { saveAcceptance } from './save-acceptance'

/**
 * Says which value one accepts: a partner's, by their lane, or any other, which proposes it. As soon as all partners
 * accept the same value it is settled. A value to be decided on that nobody has said needs a reason.
 */
export function acceptValue(actor: Actor, taskId: string, body: AcceptValue): Promise<ConsolidationView> {
  const { unit, question: key, reason } = body
  return changeDiscussion(actor, taskId, async (tx, loaded) => {
    if (await isSaid(tx, actor, loaded.task, body.remarkId)) return
    const { question, unitId } = requireAsked(loaded, body)
    const value = chosenValue(loaded, question, body)
    await reopenQuestion(tx, actor, loaded, { unit, question: key, value })
    await addNewUnits(tx, actor, loaded, { unit, question, value })
    await saveAcceptance(tx, actor, loaded, { unit, question: key, value })
    await record(tx, 'discussion.accepted', scopeOf(actor, loaded.task), { unit, question: key, value })
    if (reason) await writeComment(tx, actor, loaded.task, { id: body.remarkId, body: reason, unitId, question: key })
  })
}

/** A wording, and what somebody has said already, need no reason: the partner reads it before it stands. */
function chosenValue(loaded: LoadedConsolidation, question: Question, body: AcceptValue): NonNullable<Json> {
  const { unit, choice, reason } = body
  const judged = judge({ question, unit }, loaded.lanes, choice, reason || 'needed only for what is new')
  if (!judged.ok) throw new AppError('rule', judged.message)
  const acceptances = loaded.accepted.filter((each) => each.unit === unit && each.question === question.key)
  const isSaid = isOnTheTable(
    [],
    acceptances.map(({ value }) => value),
    judged.value,
  )
  if (isSaid || (question.consolidate === 'wording' && !question.list)) return judged.value
  const asNew = judge({ question, unit }, loaded.lanes, choice, reason)
  if (!asNew.ok) throw new AppError('rule', asNew.message)
  return asNew.value
}
