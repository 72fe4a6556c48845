import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/policy/actor'
import { REVEALED_SQL, type Role } from '@/lib/policy/can'
import type { Json } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import type { ItemEvent } from './contract'
import { describeEvent, HISTORY_EVENTS, PROGRESS_EVENTS } from './event-text'

const PAGE_SIZE = 50

interface Row {
  id: bigint
  at: Date
  type: string
  actorId: string | null
  data: Record<string, Json>
}

/**
 * What happened to an item, newest first. Answers are never in it. Until a task is revealed, the progress of its
 * annotators is theirs and the managers' to know; and whoever has a share of it learns nothing of their partners',
 * whatever else they may do in the project.
 */
export async function readHistory(
  tx: Tx,
  actor: Actor,
  role: Role,
  itemId: string,
  before?: string,
): Promise<{ events: ItemEvent[]; more: boolean }> {
  const earlier = before ? Prisma.sql`and e.id < ${BigInt(before)}` : Prisma.empty
  const rows = await tx.$queryRaw<Row[]>`
    select e.id, e.at, e.type, e.actor_id "actorId", e.data
    from events e join tasks t on t.id = e.task_id
    where t.item_id = ${itemId}::uuid ${earlier} and e.type = any(${HISTORY_EVENTS})
      and not (e.type = any(${PROGRESS_EVENTS}) and e.actor_id is distinct from ${actor.userId}::uuid
               and t.state not in (${Prisma.raw(REVEALED_SQL)})
               and (${role !== 'manager'} or exists (
                 select 1 from assignments a where a.task_id = t.id and a.user_id = ${actor.userId}::uuid)))
    order by e.id desc limit ${PAGE_SIZE + 1}`
  const page = rows.slice(0, PAGE_SIZE)
  const names = await readNames(tx, page)
  const events = page.map(({ id, at, type, actorId, data }) => ({
    id: id.toString(),
    at: at.toISOString(),
    by: actorId ? (names.get(actorId) ?? null) : null,
    ...describeEvent(type, data, names),
  }))
  return { events, more: rows.length > PAGE_SIZE }
}

async function readNames(tx: Tx, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actorId, data }) => [actorId, data.userId]).filter((id) => typeof id === 'string')
  const users = await tx.user.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}
