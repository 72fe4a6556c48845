/** A search with its task, for whoever may see it: every command on a search starts here. */
import 'server-only'
import { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { readStoredList } from '@/lib/platform/server/read-stored'
import { nameInLane } from '@/lib/workspace/tasks/lane-order'
import { type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { SearchHit } from './contract'
import { maySearch } from './rules'
import { searchesAt } from './search-steps'

const hit = z.object({
  rank: z.number(),
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  documentId: z.string().nullable().default(null),
  publishedAt: z.string().nullable().default(null),
})

/** The results as they were kept. */
export const readHits = (results: unknown): SearchHit[] => readStoredList(hit, results, 'results of a search')

/** Loads a task that the actor works on now. Throws `forbidden` otherwise. */
export async function loadWorkedTask(tx: Tx, actor: Actor, taskId: string): Promise<LoadedTask> {
  const task = await loadTask(tx, actor, taskId)
  if (!maySearch(actor, task.subject))
    throw new AppError('forbidden', 'Searching is for those who work on the task now.')
  return task
}

export interface LoadedSearch {
  id: string
  query: string
  userId: string | null
  mine: boolean
  hits: SearchHit[]
}

/** One's own search, or, where the task's answers are open to the actor, anybody's. Throws `not_found` otherwise. */
export async function loadSearch(tx: Tx, actor: Actor, task: LoadedTask, searchId: string): Promise<LoadedSearch> {
  const { userId, results, ...search } = found(
    (await findSearch(tx, { id: searchId, taskId: task.id, userId: actor.userId })) ??
      (canTask(actor, 'task.readAnswers', task.subject) ? await findByName(tx, task, searchId) : null),
  )
  return { ...search, userId, mine: userId === actor.userId, hits: readHits(results) }
}

function findSearch(tx: Tx, where: { id: string; taskId?: string; userId?: string }) {
  return tx.searchRecord.findFirst({ where, select: { id: true, query: true, userId: true, results: true } })
}

async function findByName(tx: Tx, task: LoadedTask, name: string) {
  const ids = await tx.searchRecord.findMany({ where: await searchesAt(tx, task), select: { id: true } })
  const namedSearch = ids.find(({ id }) => nameInLane(task.id, id) === name)
  return namedSearch ? findSearch(tx, { id: namedSearch.id }) : null
}

/** The result at a rank; `not_found` where there is none. */
export const hitAt = ({ hits: all }: LoadedSearch, rank: number): SearchHit =>
  found(
    all.find((hit) => hit.rank === rank),
    'The search has no result of that rank.',
  )

/** What an event about the task is about. */
export const scopeOf = (actor: Actor, { id, projectId, itemId }: LoadedTask) => ({
  actorId: actor.userId,
  projectId,
  itemId,
  taskId: id,
})
