import type { Call, Paid } from '@/lib/automation/prefill/ledger/call'

/** Makes a call through the ledger, counted for the item. */
export type Pay = <T>(call: Call<T>) => Promise<Paid<T>>
