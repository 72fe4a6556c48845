import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { carryOut } from './carry-out'
import type { AssignByRule, ByRule } from './contract'
import { giveShares } from './give-shares'
import { planByRule, readRuleState } from './plan-by-rule'
import type { Plan } from './plan-shares'

const changed = () =>
  new AppError(
    'conflict',
    'Something has changed since this was previewed, and other shares would come of it now. Look at the preview again.',
  )

/**
 * Carries out what was previewed. The plan is made anew and must come out as it was shown, on the state that is held while it is
 * carried out: where anybody took, gave or changed something that it depends on, nothing is done.
 */
export function assignByRule(
  actor: Actor,
  projectId: string,
  { fingerprint, ...body }: AssignByRule,
): Promise<{ given: number; shares: number }> {
  return carryOut({
    read: (tx, options) => readRuleState(tx, actor, projectId, body, options),
    async plan(read) {
      const { plan, fingerprint: now } = await planByRule(read, body)
      if (now !== fingerprint) throw changed()
      if (plan.given.length === 0) throw new AppError('rule', 'By these rules nobody gets anything.')
      return plan
    },
    // Without a limit for pairs it does not matter how often others meet.
    basis: ({ state }) => (body.pairLimit === null ? { ...state, paired: null } : state),
    write: (tx, plan) => give(tx, { actor, projectId, body, plan }),
  })
}

interface Giving {
  actor: Actor
  projectId: string
  body: ByRule
  plan: Plan
}

async function give(tx: Tx, { actor, projectId, body, plan }: Giving): Promise<{ given: number; shares: number }> {
  const shares = plan.given.flatMap(({ task, userIds }) => userIds.map((userId) => ({ taskId: task.id, userId })))
  const origin = plan.given.some(({ userIds }) => userIds.length > 1) ? 'pair' : 'manager'
  await giveShares(tx, { actor, projectId, shares, origin, batch: body.batch })
  const people: Record<string, number> = {}
  for (const { userId } of shares) people[userId] = (people[userId] ?? 0) + 1
  const { stage, perTask, pairLimit, seed, batch } = body
  const eventData = { stage, items: plan.given.length, people, perTask, pairLimit, seed, batch }
  await record(tx, 'assignment.given_by_rule', { actorId: actor.userId, projectId }, eventData)
  return { given: plan.given.length, shares: shares.length }
}
