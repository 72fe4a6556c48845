import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { AssignByRule } from './contract'
import { giveShares } from './give-shares'
import { planByRule } from './plan-by-rule'

/**
 * Carries out what was previewed. The plan is made anew on the state that this transaction holds, and must come out as it was shown:
 * where anybody took, gave or changed something that it depends on, nothing is done.
 */
export async function assignByRule(
  actor: Actor,
  projectId: string,
  { fingerprint, ...body }: AssignByRule,
): Promise<{ given: number; shares: number }> {
  return transaction(async (tx) => {
    const { plan, fingerprint: now } = await planByRule(tx, actor, projectId, body, { lock: true })
    if (now !== fingerprint)
      throw new AppError(
        'conflict',
        'Something has changed since this was previewed, and other shares would come of it now. Look at the preview again.',
      )
    if (plan.given.length === 0) throw new AppError('rule', 'By these rules nobody gets anything.')
    const shares = plan.given.flatMap(({ task, userIds }) => userIds.map((userId) => ({ taskId: task.id, userId })))
    const origin = plan.given.some(({ userIds }) => userIds.length > 1) ? 'pair' : 'manager'
    await giveShares(tx, { actor, projectId, shares, origin, batch: body.batch })
    const people: Record<string, number> = {}
    for (const { userId } of shares) people[userId] = (people[userId] ?? 0) + 1
    const { stage, perTask, pairLimit, seed, batch } = body
    const told = { stage, items: plan.given.length, people, perTask, pairLimit, seed, batch }
    await record(tx, 'assignment.given_by_rule', { actorId: actor.userId, projectId }, told)
    return { given: plan.given.length, shares: shares.length }
  })
}
