import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** Gives a new project another's settings of pre-fill, with nothing spent. */
export async function copyPrefillSettings(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.$executeRaw`
    insert into prefill_settings (project_id, search, budget_micro, prices, concurrency, requests_per_minute)
    select ${to}::uuid, search, budget_micro, prices, concurrency, requests_per_minute
    from prefill_settings where project_id = ${from}::uuid`
}
