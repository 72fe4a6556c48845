/**
 * Money held back for calls under way. Whatever moves money locks rows in this order: the call, the project's settings, the
 * run; so no two of them wait for each other.
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import type { Call, Caller } from './call'

/** `taken`: somebody else has it under way, or an answer. `full`: other calls hold the rest back. `over`: it would pass a ceiling. */
export type Claim =
  | { kind: 'mine'; sends: number }
  | { kind: 'taken' }
  | { kind: 'full' }
  | { kind: 'over'; of: 'run' | 'project' }

/** Thrown out of the transaction of a claim that was not granted, so that it leaves nothing behind. */
class ClaimRefused extends Error {
  constructor(readonly claim: Claim) {
    super(`the call is not the caller's: ${claim.kind}`)
  }
}

/** Makes a call one's own, with its worst cost held back from the ceilings of run and project. */
export async function claimCall(key: string, call: Call<unknown>, caller: Caller): Promise<Claim> {
  if (call.worstMicro === 0) return claimFree(prisma(), key, call, caller)
  try {
    return await transaction(async (tx) => {
      const claim = await claimPaid(tx, key, call, caller)
      if (claim.kind !== 'mine') throw new ClaimRefused(claim)
      return claim
    })
  } catch (error) {
    if (error instanceof ClaimRefused) return error.claim
    throw error
  }
}

async function claimFree(
  client: Pick<Tx, '$queryRaw'>,
  key: string,
  call: Call<unknown>,
  caller: Caller,
): Promise<Claim> {
  const [row] = await client.$queryRaw<{ sends: number }[]>`
    insert into provider_calls
      (key, kind, provider, model, request, state, leased_until, project_id, run_id, run_item_id, reserved_micro, sends)
    values (${key}, ${call.kind}, ${call.provider}, ${call.model}, ${JSON.stringify(call.request)}::jsonb, 'pending',
            clock_timestamp() + ${caller.limits.leaseMs}::float8 * interval '1 millisecond', ${caller.projectId}::uuid,
            ${caller.runId}::uuid, ${caller.runItemId}::uuid, ${call.worstMicro}::bigint, 1)
    on conflict (key) do update
      set leased_until = excluded.leased_until, sends = provider_calls.sends + 1, project_id = excluded.project_id,
          run_id = excluded.run_id, run_item_id = excluded.run_item_id, reserved_micro = excluded.reserved_micro
      where provider_calls.state = 'pending' and provider_calls.reserved_micro = 0
        and (provider_calls.leased_until is null or provider_calls.leased_until < clock_timestamp())
    returning sends`
  return row ? { kind: 'mine', sends: row.sends } : { kind: 'taken' }
}

async function claimPaid(tx: Tx, key: string, call: Call<unknown>, caller: Caller): Promise<Claim> {
  const claim = await claimFree(tx, key, call, caller)
  if (claim.kind !== 'mine') return claim
  const project = await hold(tx, PROJECT_BUDGET, caller.projectId, call.worstMicro)
  if (project !== 'held') return project === 'full' ? { kind: 'full' } : { kind: 'over', of: 'project' }
  const run = caller.runId ? await hold(tx, RUN_BUDGET, caller.runId, call.worstMicro) : 'held'
  if (run !== 'held') return run === 'full' ? { kind: 'full' } : { kind: 'over', of: 'run' }
  return claim
}

/** The table that keeps a ceiling, and the column by which its row is found. */
interface Budget {
  table: Prisma.Sql
  column: Prisma.Sql
}
const PROJECT_BUDGET: Budget = { table: Prisma.sql`prefill_settings`, column: Prisma.sql`project_id` }
const RUN_BUDGET: Budget = { table: Prisma.sql`runs`, column: Prisma.sql`id` }

/** Holds the sum back if it fits under the ceiling together with all that is held back already. */
async function hold(tx: Tx, { table, column }: Budget, id: string, micro: number): Promise<'held' | 'full' | 'over'> {
  const [row] = await tx.$queryRaw<{ fits: boolean; over: boolean }[]>`
    select budget_micro is null or spent_micro + reserved_micro + ${micro}::bigint <= budget_micro "fits",
           budget_micro is not null and spent_micro + ${micro}::bigint > budget_micro "over"
    from ${table} where ${column} = ${id}::uuid for no key update`
  if (!row?.fits) return row?.over ? 'over' : 'full'
  await tx.$executeRaw`
    update ${table} set reserved_micro = reserved_micro + ${micro}::bigint where ${column} = ${id}::uuid`
  return 'held'
}

/**
 * Gives up what dead callers held back, so that it can be spent. Of one call, or of all whose lease has run out.
 * Returns how many were given up.
 */
export function releaseDead(key: string | null = null): Promise<number> {
  return transaction(async (tx) => {
    const calls = await tx.$queryRaw<(Holding & { key: string })[]>`
      select key, project_id "projectId", run_id "runId", reserved_micro "reservedMicro" from provider_calls
      where state = 'pending' and leased_until < clock_timestamp() and (${key}::text is null or key = ${key}::text)
      order by project_id, run_id, key for update skip locked`
    if (calls.length === 0) return 0
    const keys = calls.map((call) => call.key)
    await tx.$executeRaw`
      update provider_calls set reserved_micro = 0, leased_until = null where key = any(${keys}::text[])`
    for (const call of calls) await release(tx, call, { spent: 0, sends: 0 })
    return calls.length
  })
}

/** Whose money a call holds, and how much. */
export interface Holding {
  projectId: string
  runId: string | null
  reservedMicro: bigint
}

/** Gives held money back, spends what it came to, and counts what went out. */
export async function release(
  tx: Tx,
  { projectId, runId, reservedMicro }: Holding,
  { spent, sends }: { spent: number; sends: number },
): Promise<void> {
  const moves = reservedMicro !== 0n || spent > 0
  if (moves)
    await tx.$executeRaw`
      update prefill_settings set reserved_micro = reserved_micro - ${reservedMicro}::bigint,
        spent_micro = spent_micro + ${spent}::bigint
      where project_id = ${projectId}::uuid`
  if (runId && (moves || sends > 0))
    await tx.$executeRaw`
      update runs set reserved_micro = reserved_micro - ${reservedMicro}::bigint,
        spent_micro = spent_micro + ${spent}::bigint, calls = calls + ${sends}::int
      where id = ${runId}::uuid`
}
