import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { outsideProblem } from '@/lib/protocols/marked-spans'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { changeConsolidation, requireAsked } from './change-consolidation'
import type { ConsolidationView, ResolveQuestion } from './contract'
import { addNewUnits } from './lists/add-new-units'
import { judge } from './lists/judge'
import type { LoadedConsolidation } from './load-consolidation'
import { saveResolutions } from './save-resolutions'

/** Settles one question on one unit: as an annotator has it, or, with a reason, otherwise. What agreed can be overruled too. */
export function resolveQuestion(actor: Actor, taskId: string, body: ResolveQuestion): Promise<ConsolidationView> {
  const { unit, question: key, choice, reason } = body
  return changeConsolidation(actor, taskId, 'task.adjudicate', body.expectedRevision, async (tx, loaded) => {
    const { question } = requireAsked(loaded, body)
    const judged = judge({ question, unit }, loaded.lanes, choice, reason)
    if (!judged.ok) throw new AppError('rule', judged.message)
    const { value, how, lane } = judged
    const outside = outsideProblem(question, loaded.subject, value)
    if (outside) throw new AppError('rule', outside)
    if (reason === '' && overrules(loaded, body, value))
      throw new AppError('rule', 'The annotators accept another value, so say why this one is right.')
    await addNewUnits(tx, actor, loaded, { unit, question, value })
    await saveResolutions(tx, actor, loaded, [{ unit, question: key, value, how, lane, reason }])
  })
}

/** In a discussion, does this value go against what the partners settled among themselves? */
function overrules(
  { task, rows, outcome }: LoadedConsolidation,
  place: { unit: string; question: string },
  value: Json,
): boolean {
  const is = (each: { unit: string; question: string }) => each.unit === place.unit && each.question === place.question
  const stands = outcome.settled.find(is)
  const byThird = rows.some((row) => is(row) && row.how !== 'discussed')
  return (
    task.stage.consolidation === 'discussion' && stands !== undefined && !byThird && !sameValue(stands.value, value)
  )
}
