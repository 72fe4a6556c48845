import 'server-only'
import type { Tx } from '@/lib/platform/server/db'

/** Until the transaction ends, no document of the project's corpus is removed; others may quote meanwhile. */
export async function shareQuotes(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${`corpus quotes ${projectId}`}, 0))`
}

/** Until the transaction ends, nobody quotes from the project's corpus. Take it before looking for quotes. */
export async function stopQuotes(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`corpus quotes ${projectId}`}, 0))`
}
