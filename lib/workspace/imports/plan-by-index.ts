/** Plans of an import's statements, which are about tables that grow while it writes. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/**
 * Until the transaction ends, rows are looked up by index. A connection keeps the plans of keys and triggers, and where one was made while a table had a
 * few rows it reads the whole table, for each row that refers to it: after a file of five records, one of 10,000 would read 200 million rows.
 */
export async function planByIndex(tx: Tx): Promise<void> {
  await tx.$executeRaw`discard plans`
  await tx.$executeRaw`
    select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`
}
