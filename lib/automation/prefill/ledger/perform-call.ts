/**
 * The one way from a step to a provider. What was answered once is never paid again: calls are known by their content,
 * whoever asks. What is under way is waited for. What would pass a ceiling is not sent.
 */
import 'server-only'
import { setTimeout as after } from 'node:timers/promises'
import { isDatabaseTrouble } from '@/lib/platform/server/database-trouble'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { type Answer, type Call, type Caller, keyOf, type Paid } from './call'
import type { Limits } from './limits'
import { claimCall, type Holding, release, releaseDead } from './reserve'

const cancelled = () =>
  new StepFailure('cancelled', 'The run was stopped while this was under way. Resume it to go on.')

/** Waits; ends with StepFailure `cancelled` at once when the signal does. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await after(Math.max(0, milliseconds), undefined, { signal })
  } catch (error) {
    if (signal.aborted) throw cancelled()
    throw error
  }
}

/* The end of a call: its answer is kept and paid, or it is left to whoever asks next. */

/** Between two tries to keep an answer, in milliseconds. */
const KEEP_AGAIN_MS = 1_000

/**
 * Keeps the answer as `settleCall` does, again and again where the database is in trouble: an answer that is thrown away
 * is paid a second time. As long as a call may be tried, and until the caller's signal ends it.
 */
async function keepAnswer(
  ownCall: OwnCall,
  { limits, signal }: Caller,
  answer: Answer<unknown>,
  millis: number,
): Promise<{ kept: Json } | null> {
  for (const until = Date.now() + limits.tryingMs; ; ) {
    try {
      return await settleCall(ownCall.key, answer, { sends: ownCall.sends, millis })
    } catch (error) {
      if (!isDatabaseTrouble(error) || Date.now() > until) throw error
      log.warn('an answer could not be kept yet', { key: ownCall.key, cause: String(error) })
      await pause(KEEP_AGAIN_MS, signal)
    }
  }
}

/**
 * Keeps the answer, pays for it and gives the rest back. Where another's answer is there already, that one stays and is
 * returned; else null.
 */
function settleCall(
  key: string,
  answer: Answer<unknown>,
  { sends, millis }: { sends: number; millis: number },
): Promise<{ kept: Json } | null> {
  return transaction(async (tx) => {
    const [call] = await tx.$queryRaw<(Holding & { state: string; response: Json })[]>`
      select project_id "projectId", run_id "runId", reserved_micro "reservedMicro", state::text, response
      from provider_calls where key = ${key} for update`
    if (!call || call.state === 'done') return call ? { kept: call.response } : null
    await tx.$executeRaw`
      update provider_calls set state = 'done', response = ${JSON.stringify(answer.kept)}::jsonb,
        input_tokens = ${answer.inputTokens}::int, output_tokens = ${answer.outputTokens}::int,
        cost_micro = ${answer.costMicro}::bigint, reserved_micro = 0, leased_until = null, millis = ${millis}::int,
        finished_at = clock_timestamp()
      where key = ${key}`
    await release(tx, call, { spent: answer.costMicro, sends })
    return null
  })
}

/**
 * Leaves a call that came to nothing: unpaid, and free for whoever asks next, unless somebody took it over meanwhile
 * (`mine`: its number when it was last one's own).
 */
function abandonCall(key: string, mine: number, sends: number): Promise<void> {
  return transaction(async (tx) => {
    const [call] = await tx.$queryRaw<Holding[]>`
      select project_id "projectId", run_id "runId", reserved_micro "reservedMicro" from provider_calls
      where key = ${key} and state = 'pending' and sends = ${mine}::int for update`
    if (!call) return
    await tx.$executeRaw`update provider_calls set reserved_micro = 0, leased_until = null where key = ${key}`
    await release(tx, call, { spent: 0, sends })
  })
}

/**
 * Says that a call is still under way, or, with `again`, that it goes out once more. Returns its number; null where it is
 * not the caller's any more: taken over, or given up with what it held back.
 */
export async function renewCall(
  key: string,
  mine: number,
  { leaseMs }: Pick<Limits, 'leaseMs'>,
  again: boolean,
): Promise<number | null> {
  const [call] = await prisma().$queryRaw<{ sends: number }[]>`
    update provider_calls
    set leased_until = clock_timestamp() + ${leaseMs}::float8 * interval '1 millisecond', sends = sends + ${again ? 1 : 0}::int
    where key = ${key} and state = 'pending' and sends = ${mine}::int and leased_until is not null returning sends`
  return call?.sends ?? null
}

/* When a call may go out: all workers keep one distance to a provider, and all of them wait where it asks for that. */

/** The project's turn at a provider, and the provider's own word to everybody. */
const turnKey = ({ provider }: Call<unknown>, { projectId }: Caller) => `${provider}/${projectId}`

/** Waits for the call's turn. Throws StepFailure `cancelled` when the caller's signal ends it. */
async function waitForTurn(call: Call<unknown>, caller: Caller): Promise<void> {
  if (caller.requestsPerMinute !== null)
    await pause(await takeTurn(call, caller, caller.requestsPerMinute), caller.signal)
  for (let wait = await heldFor(call); wait > 0; wait = await heldFor(call)) await pause(wait, caller.signal)
}

/** Takes the next turn of the minute; returns the milliseconds until it comes. */
async function takeTurn(call: Call<unknown>, caller: Caller, perMinute: number): Promise<number> {
  const { rows } = await pool().query<{ wait: number }>(
    `insert into provider_gates as g (key, next_at) values ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
     on conflict (key) do update
       set next_at = greatest(g.next_at, clock_timestamp()) + $2::float8 * interval '1 millisecond'
     returning extract(epoch from next_at - clock_timestamp()) * 1000 - $2::float8 "wait"`,
    [turnKey(call, caller), 60_000 / perMinute],
  )
  return Number(rows[0]?.wait ?? 0)
}

async function heldFor({ provider }: Call<unknown>): Promise<number> {
  const { rows } = await pool().query<{ wait: number }>(
    `select extract(epoch from next_at - clock_timestamp()) * 1000 "wait" from provider_gates
     where key = $1 and next_at > clock_timestamp()`,
    [provider],
  )
  return Math.ceil(Number(rows[0]?.wait ?? 0))
}

/** Holds everybody's calls to a provider back for so long. */
async function holdBack({ provider }: Call<unknown>, milliseconds: number): Promise<void> {
  await pool().query(
    `insert into provider_gates as g (key, next_at) values ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
     on conflict (key) do update set next_at = greatest(g.next_at, excluded.next_at)`,
    [provider, milliseconds],
  )
}

/** The longest pause between two tries, unless the provider asks for more. */
const LONGEST_PAUSE_MS = 60_000

/* Sending a claimed call until something comes back: tries, pauses, signs of life. */

interface Sent<T> {
  value: T
  sends: number
  costMicro: number
}

/** Sends a call that is the caller's own (`mine`: its number), keeps and pays the answer. Throws StepFailure. */
export async function sendCall<T>(key: string, call: Call<T>, caller: Caller, mine: number): Promise<Sent<T>> {
  const ownCall = new OwnCall(key, caller, mine)
  try {
    const started = Date.now()
    const answer = await tryUntil(call, caller, ownCall)
    const earlier = await keepAnswer(ownCall, caller, answer, Date.now() - started)
    const value = earlier ? call.read(earlier.kept) : answer.value
    return { value, sends: ownCall.sends, costMicro: earlier ? 0 : answer.costMicro }
  } catch (error) {
    await abandonCall(key, ownCall.number, ownCall.sends)
    throw error
  } finally {
    ownCall.stop()
  }
}

async function tryUntil<T>(call: Call<T>, caller: Caller, ownCall: OwnCall): Promise<Answer<T>> {
  const { limits, signal } = caller
  const until = Date.now() + limits.tryingMs
  for (let tried = 0, failed = 0; ; tried++) {
    await waitForTurn(call, caller)
    // A turn may be long in coming.
    if (signal.aborted || caller.isHalted()) throw cancelled()
    await ownCall.goOut(tried > 0)
    try {
      return await call.send({ key: ownCall.key, signal, timeoutMs: limits.callMs })
    } catch (error) {
      if (!(error instanceof StepFailure) || !error.passing || signal.aborted) throw error
      if (error.code !== 'rate_limited') failed++
      const wait = waitAfter(error, tried, limits.backoffMs)
      if (failed >= limits.tries || Date.now() + wait > until) throw error
      if (error.code === 'rate_limited') await holdBack(call, wait)
      await pause(wait, signal)
    }
  }
}

/** Doubled with every try, with some chance so that not all come back at once; never less than the provider asks for. */
function waitAfter({ retryAfterMs }: StepFailure, tried: number, backoffMs: number): number {
  const backoff = Math.min(LONGEST_PAUSE_MS, backoffMs * 2 ** tried) * (0.75 + Math.random() / 2)
  return Math.max(backoff, retryAfterMs ?? 0)
}

/** A call of one's own: counted, and with signs of life until it ends. */
class OwnCall {
  sends = 0
  private readonly timer: NodeJS.Timeout

  constructor(
    readonly key: string,
    private readonly caller: Caller,
    public number: number,
  ) {
    this.timer = setInterval(() => void this.live(), caller.limits.leaseMs / 3)
  }

  /** It is about to be sent, `again` or for the first time. Throws where it is not the caller's any more. */
  async goOut(again: boolean): Promise<void> {
    const number = await renewCall(this.key, this.number, this.caller.limits, again)
    if (number === null) throw cancelled()
    this.number = number
    this.sends++
  }

  stop(): void {
    clearInterval(this.timer)
  }

  // A sign of life that does not get through is tried again with the next; a lost call is noticed when it is settled.
  private async live(): Promise<void> {
    await renewCall(this.key, this.number, this.caller.limits, false).catch(() => null)
  }
}

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
