/** The reviewers' part: discussions, settling, approving, discarding, sending back; through the commands they use. */

import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { proposeValue } from '@/lib/adjudication/consolidation/propose-value'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { refuseApproval } from '@/lib/adjudication/consolidation/refuse-approval'
import { replyToProposal } from '@/lib/adjudication/consolidation/reply-to-proposal'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { setCause } from '@/lib/adjudication/consolidation/set-cause'
import { addComment } from '@/lib/annotation/comments/add-comment'
import type { Actor } from '@/lib/platform/policy/actor'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { rightAnswers } from './answers'
import type { Cast } from './cast'
import type { Discussion, Scenario, Settling } from './scenario'

/** Everything that reviewers did to an item that its annotators have finished. */
export async function review(cast: Cast, scenario: Scenario): Promise<void> {
  const taskId = cast.taskOf(scenario)
  if (scenario.discussion) await discuss(cast, taskId, scenario.discussion)
  if (scenario.settling) await settleAndApprove(cast, scenario, scenario.settling)
  if (scenario.discarded) {
    const { by, ...why } = scenario.discarded
    await discardTask(cast.actors[by], taskId, why)
  }
  if (scenario.sentBack) {
    const { by, to, comment } = scenario.sentBack
    await reopenTask(cast.actors[by], taskId, { userIds: [cast.actors[to].userId], comment })
  }
}

async function discuss(cast: Cast, taskId: string, discussion: Discussion): Promise<void> {
  const { unit, question, remarks, proposal, comment, replies } = discussion
  for (const [who, body] of remarks) await addComment(cast.actors[who], taskId, { unit, question, body })
  const { revision } = await getConsolidation(cast.actors.rui, taskId)
  const proposed = { unit, question, value: proposal, comment, expectedRevision: revision }
  await proposeValue(cast.actors.rui, taskId, proposed)
  for (const [who, reply, words] of replies)
    await replyToProposal(cast.actors[who], taskId, { unit, question, value: proposal, reply, comment: words })
}

async function settleAndApprove(cast: Cast, scenario: Scenario, settling: Settling): Promise<void> {
  const taskId = cast.taskOf(scenario)
  const first = cast.actors[settling.by]
  const second = cast.actors[settling.by === 'rui' ? 'sana' : 'rui']
  let view = await settle(first, taskId, rightAnswers(scenario), settling)
  if (settling.refused) {
    const { comment, unit, links, reason } = settling.refused
    await getConsolidation(second, taskId)
    view = await refuseApproval(second, taskId, { comment, expectedRevision: view.revision })
    const choice = { value: links.map((url) => ({ url })) }
    const added = { unit, question: 'links', choice, reason, expectedRevision: view.revision }
    view = await resolveQuestion(first, taskId, added)
    view = await adjudicateTask(first, taskId, { expectedRevision: view.revision })
  }
  if (settling.waits) return
  const { revision } = await getConsolidation(second, taskId)
  await approveTask(second, taskId, { expectedRevision: revision })
}

/** Settles question by question until the answers are the right ones, and confirms the item. */
async function settle(reviewer: Actor, taskId: string, right: Answers, settling: Settling): Promise<ConsolidationView> {
  let view = await getConsolidation(reviewer, taskId)
  for (const [answerPath, cause] of Object.entries(settling.causes ?? {})) {
    const [unit = '', question = ''] = answerPath.split('.')
    view = await setCause(reviewer, taskId, { unit, question, cause, expectedRevision: view.revision })
  }
  for (let wrong = findWrong(view, right); wrong; wrong = findWrong(view, right)) {
    const { unit, question, value } = wrong
    const lane = view.lanes.find((each) => sameValue(answerOf(each.answers, unit, question), value))
    const choice = lane ? { lane: lane.id } : { value }
    const reason = settling.reasons?.[`${unit}.${question}`] ?? ''
    view = await resolveQuestion(reviewer, taskId, { unit, question, choice, reason, expectedRevision: view.revision })
  }
  return adjudicateTask(reviewer, taskId, { expectedRevision: view.revision })
}

/** The first question that is open, or settled otherwise than is right; links are left as they were merged. */
function findWrong({ open, settled }: ConsolidationView, right: Answers) {
  const rightAnswer = ({ unit, question }: { unit: string; question: string }) => ({
    unit,
    question,
    value: answerOf(right, unit, question),
  })
  const isWrong = ({ unit, question, value }: { unit: string; question: string; value: Json }) =>
    question !== 'links' && !sameValue(answerOf(right, unit, question), value)
  const wrong = open.map(rightAnswer)[0] ?? settled.filter(isWrong).map(rightAnswer)[0]
  if (wrong && wrong.value === null) throw new Error(`no right answer to ${wrong.unit}.${wrong.question}`)
  return wrong
}
