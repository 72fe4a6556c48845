/** The end of a call: its answer is kept and paid, or it is left to whoever asks next. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import type { Answer } from './call'
import type { Limits } from './limits'
import { type Holding, release, transact } from './transact'

/**
 * Keeps the answer, pays for it and gives the rest back. Where another's answer is there already, that one stays and is
 * returned; else null.
 */
export function settleCall(
  key: string,
  answer: Answer<unknown>,
  { sends, millis }: { sends: number; millis: number },
): Promise<{ kept: Json } | null> {
  return transact(async (client) => {
    const { rows } = await client.query<Holding & { state: string; response: Json }>(
      `select project_id, run_id, reserved_micro, state::text, response from provider_calls where key = $1 for update`,
      [key],
    )
    const [row] = rows
    if (!row || row.state === 'done') return row ? { kept: row.response } : null
    await client.query(
      `update provider_calls set state = 'done', response = $2::jsonb, input_tokens = $3, output_tokens = $4,
         cost_micro = $5, reserved_micro = 0, leased_until = null, millis = $6, finished_at = clock_timestamp()
       where key = $1`,
      [key, JSON.stringify(answer.kept), answer.inputTokens, answer.outputTokens, answer.costMicro, millis],
    )
    await release(client, row, { spent: answer.costMicro, sends })
    return null
  })
}

/**
 * Leaves a call that came to nothing: unpaid, and free for whoever asks next, unless somebody took it over meanwhile
 * (`mine`: its number when it was last one's own).
 */
export function abandonCall(key: string, mine: number, sends: number): Promise<void> {
  return transact(async (client) => {
    const { rows } = await client.query<Holding>(
      `select project_id, run_id, reserved_micro from provider_calls
       where key = $1 and state = 'pending' and sends = $2 for update`,
      [key, mine],
    )
    const [row] = rows
    if (!row) return
    await client.query(`update provider_calls set reserved_micro = 0, leased_until = null where key = $1`, [key])
    await release(client, row, { spent: 0, sends })
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
  const { rows } = await pool().query<{ sends: number }>(
    `update provider_calls
     set leased_until = clock_timestamp() + $3::float8 * interval '1 millisecond', sends = sends + $4::int
     where key = $1 and state = 'pending' and sends = $2 and leased_until is not null returning sends`,
    [key, mine, leaseMs, again ? 1 : 0],
  )
  return rows[0]?.sends ?? null
}
