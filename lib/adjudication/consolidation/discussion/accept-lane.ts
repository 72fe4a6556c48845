import 'server-only'
import { scopeOf } from '@/lib/adjudication/consolidation/change-consolidation'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { laneChoices } from '@/lib/adjudication/consolidation/rules'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { AppError } from '@/lib/platform/server/errors'
import { changeDiscussion } from './change-discussion'
import type { AcceptLane } from './contract'
import { saveAcceptance } from './save-acceptance'

/** Accepts everything that is open on one unit and its parts as one lane has it, what only arises by this included. */
export function acceptLane(actor: Actor, taskId: string, { unit, lane }: AcceptLane): Promise<ConsolidationView> {
  return changeDiscussion(actor, taskId, async (tx, loaded) => {
    const { task, prepared, lanes, resolved, contested } = loaded
    const keep = () => true
    const { taken } = laneChoices(task.stage, prepared, lanes, resolved, { unit, lane, keep, contested })
    if (taken.length === 0) throw new AppError('rule', `Lane ${lane} has nothing here that is open.`)
    for (const each of taken) await saveAcceptance(tx, actor, loaded, each)
    await recordMany(
      tx,
      'discussion.accepted',
      taken.map((each) => ({ scope: scopeOf(actor, task), data: { ...each } })),
    )
  })
}
