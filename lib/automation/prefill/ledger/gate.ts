/** When a call may go out: all workers keep one distance to a provider, and all of them wait where it asks for that. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'
import type { Call, Caller } from './call'
import { pause } from './pause'

/** The project's turn at a provider, and the provider's own word to everybody. */
const turnKey = ({ provider }: Call<unknown>, { projectId }: Caller) => `${provider}/${projectId}`

/** Waits for the call's turn. Throws StepFailure `cancelled` when the caller's signal ends it. */
export async function waitForTurn(call: Call<unknown>, caller: Caller): Promise<void> {
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
export async function holdBack({ provider }: Call<unknown>, milliseconds: number): Promise<void> {
  await pool().query(
    `insert into provider_gates as g (key, next_at) values ($1, clock_timestamp() + $2::float8 * interval '1 millisecond')
     on conflict (key) do update set next_at = greatest(g.next_at, excluded.next_at)`,
    [provider, milliseconds],
  )
}
