/**
 * The one way from a step to a provider. What was answered once is never paid again: calls are known by their content,
 * whoever asks. What is under way is waited for. What would pass a ceiling is not sent.
 */
import 'server-only'
import { pool } from '@/lib/platform/server/db'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { type Call, type Caller, keyOf, type Paid } from './call'
import { cancelled, pause } from './pause'
import { claimCall, releaseDead } from './reserve'
import { sendCall } from './send'

/** Between two looks at a call that somebody else has under way, in milliseconds; doubled up to the longest. */
const SHORTEST_LOOK_MS = 20
const LONGEST_LOOK_MS = 500

/**
 * Answers a call from what is kept, or asks the provider. After a person's retry, answers that were refused, cut or
 * malformed are asked for anew, under a key of their own. Throws StepFailure.
 */
export async function performCall<T>(call: Call<T>, caller: Caller): Promise<Paid<T>> {
  for (let retry = caller.afresh ? caller.retry : 0; ; retry++) {
    const paid = await performOnce(keyOf(call, retry), call, caller)
    if (!paid.cached || retry >= caller.retry || !call.isBad(paid.value)) return paid
  }
}

async function performOnce<T>(key: string, call: Call<T>, caller: Caller): Promise<Paid<T>> {
  for (let look = SHORTEST_LOOK_MS; ; look = Math.min(LONGEST_LOOK_MS, look * 2)) {
    if (caller.signal.aborted) throw cancelled()
    const found = await readCall(key)
    if (found?.state === 'done') return { value: call.read(found.response), key, cached: true, sends: 0, costMicro: 0 }
    if (caller.isHalted()) throw cancelled()
    if (!found?.isLive) {
      if (found?.isHolding) await releaseDead(key)
      const claim = await claimCall(key, call, caller)
      if (claim.kind === 'mine') return { ...(await sendCall(key, call, caller, claim.sends)), key, cached: false }
      if (claim.kind === 'over') throw overCeiling(claim.of)
      if (claim.kind === 'full') await releaseDead()
    }
    await pause(look, caller.signal)
  }
}

interface Found {
  state: 'pending' | 'done'
  response: Json
  isLive: boolean
  isHolding: boolean
}

async function readCall(key: string): Promise<Found | undefined> {
  const { rows } = await pool().query<Found>(
    `select state::text, response, coalesce(leased_until > clock_timestamp(), false) "isLive", reserved_micro > 0 "isHolding"
     from provider_calls where key = $1`,
    [key],
  )
  return rows[0]
}

const overCeiling = (of: 'run' | 'project') =>
  new StepFailure(
    'budget',
    of === 'run'
      ? 'The next call could pass the ceiling of the run, so it was not sent. Resume with a higher ceiling.'
      : 'The next call could pass the ceiling of the project, so it was not sent. Raise it in the settings, then resume.',
  )
