import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import { AppError } from '@/lib/platform/server/errors'
import { type PlanRules, type PlanState, planOf } from './plan-shares'

/** A share takes some microseconds for each person who could have it; with a limit on pairs, many are tried. */
const STEPS_A_SHARE = 100
const STEPS_WITH_LIMIT = 2_000
/** Within the minute that a transaction has. */
const MOST_MS = 45_000

const calculate = calculation(
  'assignment-plan',
  planOf,
  ({ state, rules }) =>
    state.tasks.length * state.people.length * (rules.pairLimit === null ? STEPS_A_SHARE : STEPS_WITH_LIMIT),
)

/** The plan, from a process of its own where it is large. Throws `rule` where that takes longer than its caller's transaction. */
export async function planApart(input: { state: PlanState; rules: PlanRules }) {
  const signal = AbortSignal.timeout(MOST_MS)
  try {
    return await calculate(input, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw new AppError('rule', 'Planning this takes too long. Choose fewer tasks or fewer people at once.')
  }
}
