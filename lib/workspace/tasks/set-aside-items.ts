import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'

/** Why items were discarded that nobody had to look at; people's reasons are their protocol's. */
export const SET_ASIDE = 'Set aside by triage'
/** The same of items that a sampling plan left out. */
export const NOT_SAMPLED = 'Set aside by sampling'

export interface SettingAside {
  projectId: string
  itemIds: readonly string[]
  /** What was held against what, for whoever wonders later. */
  note: string
  /** `SET_ASIDE` when left out. */
  reason?: typeof SET_ASIDE | typeof NOT_SAMPLED
}

/**
 * Discards items that nobody has begun to work on, like `discardTask` does one: `restoreTask` takes it back. Others, and
 * those that are discarded already, stay as they are. Returns the ids of those set aside; the caller authorises.
 */
export async function setAsideItems(
  tx: Tx,
  actor: Actor,
  { projectId, itemIds, note, reason = SET_ASIDE }: SettingAside,
): Promise<string[]> {
  const candidates = [...itemIds]
  await holdTasksOf(tx, projectId, candidates)
  const begun = await begunItems(tx, actor, candidates)
  const free = await tx.item.findMany({
    where: { projectId, id: { in: candidates.filter((id) => !begun.has(id)) }, discardedAt: null },
    select: { id: true, tasks: { select: { id: true, state: true }, orderBy: { stage: { position: 'asc' } } } },
  })
  const ids = free.map(({ id }) => id)
  await tx.item.updateMany({
    where: { id: { in: ids } },
    data: {
      discardedAt: new Date(),
      discardReason: reason,
      discardNote: note,
      discardedById: actor.userId,
      changedAt: new Date(),
    },
  })
  await tx.task.updateMany({
    where: { itemId: { in: ids } },
    data: { state: 'discarded', revision: { increment: 1 } },
  })
  const events = free.map(({ id, tasks }) => ({
    scope: { actorId: actor.userId, projectId, itemId: id, taskId: tasks[0]?.id ?? null },
    data: { reason, note, was: Object.fromEntries(tasks.map((task) => [task.id, task.state])) },
  }))
  await recordMany(tx, 'task.discarded', events)
  return ids
}

/**
 * Holds the tasks of items in the order of their ids, as everything that locks several tasks does: beginning one now waits. For those who
 * set items aside in several portions: all of them at first.
 */
export async function holdTasksOf(tx: Tx, projectId: string, itemIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    select 1 from tasks where item_id = any(${[...itemIds]}::uuid[]) and project_id = ${projectId}::uuid order by id for update`
}

/**
 * Of tasks `t` those that make their item begun: somebody has opened them, taken them from the queue, or settled them; imported
 * gold counts as settled. To whoever has a share of it an item is begun from the start, or they would learn that a partner has
 * (docs/decisions/008-blindness.md).
 */
export const beginsItem = ({ userId: reader }: Actor): Prisma.Sql => Prisma.sql`(
  t.state not in ('preparing', 'open', 'discarded')
  or exists (select 1 from annotations a where a.task_id = t.id)
  or exists (select 1 from assignments s where s.task_id = t.id
             and (s.user_id = ${reader}::uuid or s.state = 'submitted' or (s.state = 'reserved' and s.expires_at > now()))))`

/** Which of the items somebody has begun to work on. */
export async function begunItems(tx: Tx, actor: Actor, itemIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select distinct t.item_id "id" from tasks t where t.item_id = any(${[...itemIds]}::uuid[]) and ${beginsItem(actor)}`
  return new Set(rows.map(({ id }) => id))
}
