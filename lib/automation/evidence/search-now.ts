import 'server-only'
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { type ThrottleRule, throttle, throttleKey } from '@/lib/platform/server/throttle'
import type { Hit } from '@/lib/protocols/prefill'
import { HITS_PER_SEARCH, SEARCHES_A_MINUTE, type SearchNow, type SearchView } from './contract'
import { tellFailure } from './failures'
import { loadWorkedTask, scopeOf } from './load-search'
import { presentSearch } from './present'
import { type ProjectSearch, projectSearch } from './project-search'

const LIMIT: ThrottleRule = { limit: SEARCHES_A_MINUTE, seconds: 60 }
const TIMEOUT_MS = 15_000

/**
 * Searches for a person at work on a task, and keeps what came back as it was. Nothing is kept of a search that failed but
 * a line in the log. Errors: `forbidden`, `throttled`, `unavailable` or `rule` with the provider's failure, `rule` where the project searches its own documents and has none.
 */
export async function searchNow(actor: Actor, taskId: string, body: SearchNow): Promise<SearchView> {
  const search = await transaction(async (tx) => {
    const task = await loadWorkedTask(tx, actor, taskId)
    return projectSearch(tx, task.projectId)
  })
  // Finding nothing in nothing would be kept as if there were nothing to find.
  if (search.documents === 0)
    throw new AppError(
      'rule',
      'The project has no documents yet, so there is nothing to search. A manager can import some on the page “Documents”.',
    )
  await throttle(throttleKey('search:person', actor.userId), LIMIT)
  const id = uuidv7()
  const hits = await ask(search, id, taskId, body)
  return transaction(async (tx) => {
    // While the provider thought, the task may have been submitted or taken away.
    const task = await loadWorkedTask(tx, actor, taskId)
    const { query, unit, asOf } = body
    const row = await tx.searchRecord.create({
      data: {
        id,
        taskId,
        query,
        projectId: task.projectId,
        userId: actor.userId,
        provider: search.id,
        unitKey: unit,
        asOf: asOf === null ? null : new Date(asOf),
        results: hits.map((hit) => ({ ...hit })),
      },
    })
    const facts = { searchId: id, unit, provider: search.id, query, hits: hits.length }
    await record(tx, 'search.made', scopeOf(actor, task), facts)
    return presentSearch(row, { id, mine: true, lane: null, at: row.at.toISOString(), steps: [] })
  })
}

async function ask(search: ProjectSearch, id: string, taskId: string, { query, asOf }: SearchNow): Promise<Hit[]> {
  const { port } = search
  if (!port)
    throw new AppError('unavailable', `There is no search called “${search.id}”. A manager can choose another.`)
  const key = createHash('sha256')
    .update(JSON.stringify([search.id, query, asOf, id]))
    .digest('hex')
  const options = { key, signal: AbortSignal.timeout(TIMEOUT_MS), timeoutMs: TIMEOUT_MS }
  const hits = await port
    .search({ query, asOf, most: HITS_PER_SEARCH }, options)
    .catch((error: unknown) => tellFailure(error, 'search', { provider: search.id, taskId }))
  return hits.slice(0, HITS_PER_SEARCH).map((hit, index) => ({ ...hit, rank: index + 1 }))
}
