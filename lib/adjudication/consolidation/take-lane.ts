import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { changeConsolidation } from './change-consolidation'
import type { ConsolidationView, TakeLane } from './contract'
import { laneChoices } from './rules'
import { saveResolutions } from './save-resolutions'
import { withdrawResolutions } from './withdraw-resolutions'

/** Settles everything that differs on one unit and its parts as one lane has it, what only arises by this included. */
export function takeLane(actor: Actor, taskId: string, body: TakeLane): Promise<ConsolidationView> {
  return changeConsolidation(actor, taskId, 'task.adjudicate', body.expectedRevision, async (tx, loaded) => {
    const { task, prepared, lanes, resolved, rows } = loaded
    // What partners settled together does not differ any more; overruling it takes a reason.
    const keep = (question: string) =>
      rows.some((row) => row.unit === body.unit && row.question === question && row.how === 'discussed')
    const { taken, withdrawn } = laneChoices(task.stage, prepared, lanes, resolved, { ...body, keep })
    if (taken.length + withdrawn.length === 0)
      throw new AppError('rule', `Lane ${body.lane} has nothing here that differs.`)
    await withdrawResolutions(tx, actor, loaded, withdrawn)
    await saveResolutions(
      tx,
      actor,
      loaded,
      taken.map((each) => ({ ...each, how: 'lane', lane: body.lane, reason: '' })),
    )
  })
}
