import 'server-only'
import type { Actor } from '@/lib/policy/actor'
import { AppError } from '@/lib/server/errors'
import { changeConsolidation, requireAsked } from './change-consolidation'
import type { ConsolidationView, ResolveQuestion } from './contract'
import { judgeChoice } from './rules'
import { saveResolutions } from './save-resolutions'

/** Settles one question on one unit: as an annotator has it, or, with a reason, otherwise. What agreed can be overruled too. */
export function resolveQuestion(actor: Actor, taskId: string, body: ResolveQuestion): Promise<ConsolidationView> {
  const { unit, question: key, choice, reason } = body
  return changeConsolidation(actor, taskId, 'task.adjudicate', body.expectedRevision, async (tx, loaded) => {
    const { question } = requireAsked(loaded, body)
    const judged = judgeChoice(question, unit, loaded.lanes, choice, reason)
    if (!judged.ok) throw new AppError('rule', judged.message)
    const { value, how, lane } = judged
    await saveResolutions(tx, actor, loaded, [{ unit, question: key, value, how, lane, reason }])
  })
}
