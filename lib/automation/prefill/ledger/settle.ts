/** The end of a call: its answer is kept and paid, or it is left to whoever asks next. */
import 'server-only'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import type { Answer } from './call'
import type { Limits } from './limits'
import { type Holding, release } from './reserve'

/**
 * Keeps the answer, pays for it and gives the rest back. Where another's answer is there already, that one stays and is
 * returned; else null.
 */
export function settleCall(
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
export function abandonCall(key: string, mine: number, sends: number): Promise<void> {
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
