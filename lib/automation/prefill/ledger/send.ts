/** Sending a claimed call until something comes back: tries, pauses, signs of life. */
import 'server-only'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Answer, Call, Caller } from './call'
import { holdBack, waitForTurn } from './gate'
import { cancelled, pause } from './pause'
import { abandonCall, renewCall, settleCall } from './settle'

/** The longest pause between two tries, unless the provider asks for more. */
const LONGEST_PAUSE_MS = 60_000

export interface Sent<T> {
  value: T
  sends: number
  costMicro: number
}

/** Sends a call that is the caller's own (`mine`: its number), keeps and pays the answer. Throws StepFailure. */
export async function sendCall<T>(key: string, call: Call<T>, caller: Caller, mine: number): Promise<Sent<T>> {
  const own = new OwnCall(key, caller, mine)
  try {
    const started = Date.now()
    const answer = await tryUntil(call, caller, own)
    const earlier = await settleCall(key, answer, { sends: own.sends, millis: Date.now() - started })
    const value = earlier ? call.read(earlier.kept) : answer.value
    return { value, sends: own.sends, costMicro: earlier ? 0 : answer.costMicro }
  } catch (error) {
    await abandonCall(key, own.number, own.sends)
    throw error
  } finally {
    own.stop()
  }
}

async function tryUntil<T>(call: Call<T>, caller: Caller, own: OwnCall): Promise<Answer<T>> {
  const { limits, signal } = caller
  const until = Date.now() + limits.tryingMs
  for (let tried = 0, failed = 0; ; tried++) {
    await waitForTurn(call, caller)
    // A turn may be long in coming.
    if (signal.aborted || caller.isHalted()) throw cancelled()
    await own.goOut(tried > 0)
    try {
      return await call.send({ key: own.key, signal, timeoutMs: limits.callMs })
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
  const own = Math.min(LONGEST_PAUSE_MS, backoffMs * 2 ** tried) * (0.75 + Math.random() / 2)
  return Math.max(own, retryAfterMs ?? 0)
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
