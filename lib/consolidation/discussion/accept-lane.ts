import 'server-only'
import { recordMany } from '@/lib/audit/record'
import { scopeOf } from '@/lib/consolidation/change-consolidation'
import type { ConsolidationView } from '@/lib/consolidation/contract'
import { laneChoices } from '@/lib/consolidation/rules'
import type { Actor } from '@/lib/policy/actor'
import { AppError } from '@/lib/server/errors'
import { changeDiscussion } from './change-discussion'
import type { AcceptLane } from './contract'
import { saveAcceptance } from './save-acceptance'

/** Accepts everything that is open on one unit and its parts as one lane has it, what only arises by this included. */
export function acceptLane(actor: Actor, taskId: string, { unit, lane }: AcceptLane): Promise<ConsolidationView> {
  return changeDiscussion(actor, taskId, async (tx, loaded) => {
    const { task, prepared, lanes, resolved, contested } = loaded
    const taken = laneChoices(task.stage, prepared, lanes, resolved, { unit, lane, keep: () => true }, contested)
    if (taken.length === 0) throw new AppError('rule', `Lane ${lane} has nothing here that is open.`)
    for (const each of taken) await saveAcceptance(tx, actor, loaded, each)
    await recordMany(
      tx,
      'discussion.accepted',
      taken.map((each) => ({ scope: scopeOf(actor, task), data: { ...each } })),
    )
  })
}
