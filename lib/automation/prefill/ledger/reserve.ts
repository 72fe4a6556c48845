/** Money held back for calls under way. */
import 'server-only'
import type { PoolClient } from 'pg'
import { pool } from '@/lib/platform/server/db'
import type { Call, Caller } from './call'
import { type Holding, release, transact, Undo } from './transact'

/** `taken`: somebody else has it under way, or an answer. `full`: other calls hold the rest back. `over`: it would pass a ceiling. */
export type Claim =
  | { kind: 'mine'; sends: number }
  | { kind: 'taken' }
  | { kind: 'full' }
  | { kind: 'over'; of: 'run' | 'project' }

/** Makes a call one's own, with its worst cost held back from the ceilings of run and project. */
export function claimCall(key: string, call: Call<unknown>, caller: Caller): Promise<Claim> {
  if (call.worstMicro === 0) return claimFree(pool(), key, call, caller)
  return transact<Claim>(async (client) => {
    const claim = await claimPaid(client, key, call, caller)
    return claim.kind === 'mine' ? claim : new Undo(claim)
  })
}

const CLAIM = `
  insert into provider_calls
    (key, kind, provider, model, request, state, leased_until, project_id, run_id, run_item_id, reserved_micro, sends)
  values ($1, $2, $3, $4, $5, 'pending', clock_timestamp() + $6::float8 * interval '1 millisecond', $7, $8, $9, $10, 1)
  on conflict (key) do update
    set leased_until = excluded.leased_until, sends = provider_calls.sends + 1, project_id = excluded.project_id,
        run_id = excluded.run_id, run_item_id = excluded.run_item_id, reserved_micro = excluded.reserved_micro
    where provider_calls.state = 'pending' and provider_calls.reserved_micro = 0
      and (provider_calls.leased_until is null or provider_calls.leased_until < clock_timestamp())
  returning sends`

type Executor = Pick<PoolClient, 'query'>

async function claimFree(on: Executor, key: string, call: Call<unknown>, caller: Caller): Promise<Claim> {
  const { projectId, runId, runItemId, limits } = caller
  const { rows } = await on.query<{ sends: number }>(CLAIM, [
    ...[key, call.kind, call.provider, call.model, JSON.stringify(call.request), limits.leaseMs],
    ...[projectId, runId, runItemId, call.worstMicro],
  ])
  return rows[0] ? { kind: 'mine', sends: rows[0].sends } : { kind: 'taken' }
}

async function claimPaid(on: PoolClient, key: string, call: Call<unknown>, caller: Caller): Promise<Claim> {
  const claim = await claimFree(on, key, call, caller)
  if (claim.kind !== 'mine') return claim
  const project = await hold(on, 'prefill_settings', 'project_id', caller.projectId, call.worstMicro)
  if (project !== 'held') return project === 'full' ? { kind: 'full' } : { kind: 'over', of: 'project' }
  const run = caller.runId ? await hold(on, 'runs', 'id', caller.runId, call.worstMicro) : 'held'
  if (run !== 'held') return run === 'full' ? { kind: 'full' } : { kind: 'over', of: 'run' }
  return claim
}

/** Holds the sum back if it fits under the ceiling together with all that is held back already. */
async function hold(
  on: PoolClient,
  table: 'runs' | 'prefill_settings',
  column: string,
  id: string,
  micro: number,
): Promise<'held' | 'full' | 'over'> {
  const { rows } = await on.query<{ fits: boolean; over: boolean }>(
    `select budget_micro is null or spent_micro + reserved_micro + $2 <= budget_micro "fits",
            budget_micro is not null and spent_micro + $2 > budget_micro "over"
     from ${table} where ${column} = $1 for update`,
    [id, micro],
  )
  const [row] = rows
  if (!row?.fits) return row?.over ? 'over' : 'full'
  await on.query(`update ${table} set reserved_micro = reserved_micro + $2 where ${column} = $1`, [id, micro])
  return 'held'
}

/**
 * Gives up what dead callers held back, so that it can be spent. Of one call, or of all whose lease has run out.
 * Returns how many were given up.
 */
export function releaseDead(key: string | null = null): Promise<number> {
  return transact(async (client) => {
    const { rows } = await client.query<Holding & { key: string }>(
      `select key, project_id, run_id, reserved_micro from provider_calls
       where state = 'pending' and leased_until < clock_timestamp() and ($1::text is null or key = $1)
       order by project_id, run_id, key for update skip locked`,
      [key],
    )
    if (rows.length === 0) return 0
    const keys = rows.map((row) => row.key)
    await client.query(
      `update provider_calls set reserved_micro = 0, leased_until = null where key = any($1::text[])`,
      [keys],
    )
    for (const row of rows) await release(client, row, { spent: 0, sends: 0 })
    return rows.length
  })
}
