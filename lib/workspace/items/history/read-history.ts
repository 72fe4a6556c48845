import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_SQL, type Role } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { eventIn, nameEvent } from '@/lib/platform/server/event-name'
import type { Json } from '@/lib/protocols/protocol'
import type { ItemEvent } from '@/lib/workspace/items/contract'
import { describeEvent, GOLD_EVENTS, HISTORY_EVENTS, PROGRESS_EVENTS } from './rules'

const PAGE_SIZE = 50

interface EventRow {
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
  const log = `item ${itemId}`
  const last = before === undefined ? undefined : eventIn(log, before)
  const earlier = last === undefined ? Prisma.empty : Prisma.sql`and e.id < ${last}`
  const rows = await tx.$queryRaw<EventRow[]>`
    (select e.id, e.at, e.type, ${authorSql(actor, role)} "actorId", e.data
    from events e join tasks t on t.id = e.task_id
    where t.item_id = ${itemId}::uuid ${earlier} and e.type = any(${HISTORY_EVENTS})
      and not (e.type = any(${PROGRESS_EVENTS}) and e.actor_id is distinct from ${actor.userId}::uuid
               and t.state not in (${Prisma.raw(REVEALED_SQL)})
               and (${role !== 'manager'} or exists (
                 select 1 from assignments a where a.task_id = t.id and a.user_id = ${actor.userId}::uuid)))
    order by e.id desc limit ${PAGE_SIZE + 1})
    union all ${togetherSql(itemId, earlier)}
    order by id desc limit ${PAGE_SIZE + 1}`
  const page = rows.slice(0, PAGE_SIZE)
  const names = await readNames(tx, page)
  const events = page.map(({ id, at, type, actorId, data }) => ({
    id: nameEvent(log, id),
    at: at.toISOString(),
    by: actorId ? (names.get(actorId) ?? null) : null,
    ...describeEvent(type, data, names),
  }))
  return { events, more: rows.length > PAGE_SIZE }
}

/** Acts on many items, this one among them; a discarding with its note. Only managers do them. */
const togetherSql = (itemId: string, earlier: Prisma.Sql) => Prisma.sql`
  (select e.id, e.at, e.type, e.actor_id "actorId",
     jsonb_build_object('from', p.before, 'to', p.after, 'others', d.changed - 1, 'undoes', d.undoes_id is not null,
       'note', p.after -> 'discarded' ->> 'note') "data"
   from items i
   join item_edit_parts p on p.project_id = i.project_id and p.thousand = i.position / 1000 and i.position = any(p.positions)
   join item_edits d on d.id = p.edit_id join events e on e.id = d.event_id
   where i.id = ${itemId}::uuid ${earlier} order by e.id desc limit ${PAGE_SIZE + 1})`

/**
 * Who did it. By which annotator's last word a task became gold is for managers, in what followed from it in later stages, too:
 * consolidation shows that word in a lane, and whose lane is whose is told to nobody else (docs/decisions/024-history.md).
 */
function authorSql({ userId: reader }: Actor, role: Role): Prisma.Sql {
  if (role === 'manager') return Prisma.sql`e.actor_id`
  return Prisma.sql`
    case when e.type = any(${GOLD_EVENTS}) and e.actor_id <> ${reader}::uuid and exists (
      select 1 from annotations n join tasks o on o.id = n.task_id
      join stages mine on mine.id = o.stage_id join stages here on here.id = t.stage_id
      where o.item_id = t.item_id and n.user_id = e.actor_id
        and case e.type when 'task.approved' then o.id = t.id else mine.position < here.position end)
    then null else e.actor_id end`
}

async function readNames(tx: Tx, rows: readonly EventRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actorId, data }) => [actorId, data.userId]).filter((id) => typeof id === 'string')
  const users = await tx.user.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}
