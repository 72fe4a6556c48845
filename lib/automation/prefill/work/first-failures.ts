/** A run whose first items all fail for one and the same reason stands still: the others would fail as well, and be paid. */
import 'server-only'
import { FIRST_ITEMS } from '@/lib/automation/prefill/rules'
import { record } from '@/lib/platform/events/record'
import type { Tx } from '@/lib/platform/server/db'
import type { FailureCode } from '@/lib/protocols/prefill'
import type { Ending } from './finish-item'

interface Watched {
  projectId: string
  name: string
  count: number
  reason: string | null
  state: string
}

/**
 * Holds the run while its first items are still being counted, so that two that end at once are counted one after the
 * other; null once something else than one same failure has come. First thing in the transaction that ends an item.
 */
export async function holdWatched(tx: Tx, runId: string): Promise<Watched | null> {
  const [watched] = await tx.$queryRaw<Watched[]>`
    select project_id "projectId", name, first_failures "count", first_failure "reason", state::text "state"
    from runs where id = ${runId}::uuid and first_failures is not null for no key update`
  return watched ?? null
}

/** Counts an item that has ended. After so many failures of one kind the run is paused, if anything of it is left to do. */
export async function countEnded(tx: Tx, runId: string, watched: Watched, ending: Ending): Promise<void> {
  const { state, code, message } = ending
  if (state !== 'done' && state !== 'failed') return
  const reason = state === 'failed' ? sameReason(code, message) : null
  if (reason === null || (watched.reason !== null && watched.reason !== reason)) {
    await tx.$executeRaw`update runs set first_failures = null, first_failure = null where id = ${runId}::uuid`
    return
  }
  const count = watched.count + 1
  await tx.$executeRaw`
    update runs set first_failures = ${count}, first_failure = ${reason} where id = ${runId}::uuid`
  if (count >= FIRST_ITEMS && watched.state === 'running') await standStill(tx, runId, watched, message ?? '')
}

async function standStill(tx: Tx, runId: string, { projectId, name }: Watched, reason: string): Promise<void> {
  const paused = await tx.$executeRaw`
    update runs set state = 'paused', state_reason = 'failures', state_detail = ${reason}
    where id = ${runId}::uuid and state = 'running'
      and exists (select 1 from run_items where run_id = ${runId}::uuid and state in ('waiting', 'running'))`
  if (paused > 0)
    await record(tx, 'run.paused', { actorId: null, projectId }, { runId, name, items: FIRST_ITEMS, reason })
}

/**
 * What failures for one and the same reason have in common: their kind, and their words without numbers, names of requests
 * and what is quoted, which differ from item to item.
 */
export function sameReason(code: FailureCode | null, message: string | null): string {
  const words = (message ?? '')
    .replace(/"[^"]*"|“[^”]*”/g, '…')
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? '…' : word))
  return `${code ?? ''}: ${words.join(' ')}`
}
