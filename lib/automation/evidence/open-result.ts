import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { type ThrottleRule, throttle, throttleKey } from '@/lib/platform/server/throttle'
import { type OpenedPage, PAGES_A_MINUTE } from './contract'
import { tellFailure } from './failures'
import { hitAt, loadSearch, loadWorkedTask, scopeOf } from './load-search'
import { type PageReader, readHit } from './page-source'
import { presentPage } from './present'

const LIMIT: ThrottleRule = { limit: PAGES_A_MINUTE, seconds: 60 }

/**
 * Reads a result of one's own search, and remembers which text it was. Errors: `not_found`, `forbidden`, `throttled`,
 * `unavailable` or `rule` where the page cannot be read.
 */
export async function openResult(
  actor: Actor,
  { taskId, searchId }: { taskId: string; searchId: string },
  rank: number,
  read?: PageReader,
): Promise<OpenedPage> {
  const { task, hit } = await transaction(async (tx) => {
    const task = await loadWorkedTask(tx, actor, taskId)
    const search = await loadSearch(tx, actor, task, searchId)
    found(search.mine ? search : null)
    return { task, hit: hitAt(search, rank) }
  })
  await throttle(throttleKey('page:person', actor.userId), LIMIT)
  const source = await readHit(actor.userId, task.projectId, hit, read).catch((error: unknown) =>
    tellFailure(error, 'reading a result', { taskId, searchId }),
  )
  return transaction(async (tx) => {
    const still = await loadWorkedTask(tx, actor, taskId)
    const { sha256, snapshotId, documentId, changed } = source
    const facts = { searchId, rank, sha256, snapshotId, documentId, changed }
    await record(tx, 'search.opened', scopeOf(actor, still), facts)
    return presentPage(rank, hit, source)
  })
}
