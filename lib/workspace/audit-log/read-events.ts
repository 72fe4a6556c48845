/**
 * The event log as it may be told, a page at a time. Every type is looked up by itself at its newest end, so that a page
 * costs the same among a million events of other types; among those that it may not tell it goes so far and no further:
 * docs/security.md, "The audit log".
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { atOneMoment, prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import type { AuditFilters } from './contract'
import { BLIND_TYPES, PROGRESS_TYPES, typesOf } from './describe-audit'

/** What is looked for; `before`: the event behind which to go on. */
export interface AuditRead extends AuditFilters {
  before?: bigint
}

/** A row with the names it needs. */
export interface EventRow {
  id: bigint
  at: Date
  type: string
  data: Record<string, Json>
  actorId: string | null
  taskId: string | null
  itemId: string | null
  position: number | null
}

const COLUMNS = Prisma.sql`e.id, e.at, e.type, e.data, e.actor_id, e.project_id, e.task_id`

/** Events of a type, or of a person, that one reading looks at: those that may not be told cost as much as others. */
export const MOST_WALKED = 5_000
const MAY_BE_HIDDEN = [...BLIND_TYPES, ...PROGRESS_TYPES, 'task.copied']

/** The last event that is looked at; its hour as the database writes it, to the microsecond. */
interface WalkEnd {
  id: bigint
  at: string
}

/** Newest first. */
export interface ReadEvents {
  rows: EventRow[]
  /** The event where looking ended, if there may be more behind it; `before` it is where to go on. */
  stoppedAt: bigint | null
}

/** Of a project, as one of its managers may read them. */
export async function readProjectEvents(
  actor: Actor,
  projectId: string,
  query: AuditRead,
  limit: number,
): Promise<ReadEvents> {
  const walk = walkSql(projectId, query)
  // What is added in between would push as much out at the other end.
  return atOneMoment(async (tx) => {
    const [stop] = walk ? await tx.$queryRaw<WalkEnd[]>(walk) : []
    const rows = await tx.$queryRaw<EventRow[]>(projectEventsSql(actor, projectId, query, limit, stop))
    return { rows, stoppedAt: stop?.id ?? null }
  })
}

/** Of the installation: what belongs to no project, and that projects came and went. Nothing of it is hidden. */
export async function readHouseEvents(query: AuditRead, limit: number): Promise<ReadEvents> {
  return { rows: await prisma().$queryRaw<EventRow[]>(houseEventsSql(query, limit)), stoppedAt: null }
}

/** The event at which a reading stops; null where all there is may be looked at: of an item, or of types that are never hidden. */
function walkSql(projectId: string, query: AuditRead): Prisma.Sql | null {
  const types = typesOf(query.kind).filter((type) => MAY_BE_HIDDEN.includes(type))
  if (query.item !== undefined || (types.length === 0 && !query.person)) return null
  const newest = Prisma.sql`order by e.at desc, e.id desc`
  const last = Prisma.sql`${newest} offset ${MOST_WALKED - 1} limit 1`
  const whereSql = Prisma.sql`e.project_id = ${projectId}::uuid and ${within(query)}`
  if (query.person)
    return Prisma.sql`select e.id, e.at::text from events e where ${whereSql} ${by(query.person)} ${last}`
  return Prisma.sql`
    select e.id, e.at::text from unnest(${types}::text[]) as k(type) cross join lateral (
      select e.at, e.id from events e where ${whereSql} and e.type = k.type ${last}) e
    ${newest} limit 1`
}

export function projectEventsSql(
  actor: Actor,
  projectId: string,
  query: AuditRead,
  limit: number,
  stop?: WalkEnd,
): Prisma.Sql {
  const types = typesOf(query.kind)
  const walked = stop ? Prisma.sql`(e.at, e.id) >= (${stop.at}::timestamptz, ${stop.id}::bigint)` : Prisma.sql`true`
  const visibleSql = Prisma.sql`${walked} and ${mayBeTold(actor)}`
  const newest = Prisma.sql`order by e.at desc, e.id desc limit ${limit}`
  // With a limit of its own, so that no plan looks at more of them to find out which may be told.
  const newestOf = (some: Prisma.Sql) => Prisma.sql`(
    select e.* from events e where e.project_id = ${projectId}::uuid and ${within(query)} ${some}
    order by e.at desc, e.id desc limit ${MOST_WALKED}) e left join tasks t on t.id = e.task_id`
  if (query.item !== undefined)
    return withItems(
      Prisma.sql`
      select ${COLUMNS} from events e join tasks t on t.id = e.task_id
      join items i on i.id = t.item_id and i.project_id = ${projectId}::uuid and i.position = ${query.item}
      where e.type = any(${types}) ${by(query.person)} and ${within(query)} and ${visibleSql} ${newest}`,
      actor,
    )
  if (query.person)
    return withItems(
      Prisma.sql`
      select ${COLUMNS} from ${newestOf(by(query.person))} where e.type = any(${types}) and ${visibleSql} ${newest}`,
      actor,
    )
  return withItems(
    Prisma.sql`
    select ${COLUMNS} from unnest(${types}::text[]) as k(type) cross join lateral (
      select e.* from ${newestOf(Prisma.sql`and e.type = k.type`)} where ${visibleSql} ${newest}) e
    ${newest}`,
    actor,
  )
}

/** The condition is that of its index. */
export function houseEventsSql(query: AuditRead, limit: number): Prisma.Sql {
  return withItems(Prisma.sql`
    select ${COLUMNS} from events e
    where (e.project_id is null or e.type in ('project.created', 'project.deleted'))
      and e.type = any(${typesOf(query.kind)}) ${by(query.person)} and ${within(query)}
    order by e.at desc, e.id desc limit ${limit}`)
}

const by = (person: string | undefined) => (person ? Prisma.sql`and e.actor_id = ${person}::uuid` : Prisma.empty)

function within({ from, to, before }: AuditRead): Prisma.Sql {
  const bounds = [
    from ? Prisma.sql`e.at >= ${from}::date::timestamp at time zone 'UTC'` : null,
    to ? Prisma.sql`e.at < (${to}::date + 1)::timestamp at time zone 'UTC'` : null,
    before === undefined ? null : Prisma.sql`(e.at, e.id) < ((select at from events where id = ${before}), ${before})`,
  ].filter((bound) => bound !== null)
  return bounds.length > 0 ? Prisma.join(bounds, ' and ') : Prisma.sql`true`
}

/**
 * Blindness, as in an item's history (lib/workspace/items/history/read-history.ts). What tells of single answers is told with a name and an hour,
 * so it waits until names are open: before gold it would tell whose lane is whose. One's own is never hidden, but that one
 * was given something a second time is.
 */
const mayBeTold = ({ userId }: Actor) => Prisma.sql`(
  (e.actor_id is not distinct from ${userId}::uuid or t.state = 'gold' or e.task_id is null
   or not (e.type = any(${BLIND_TYPES}))
     and not (e.type = any(${PROGRESS_TYPES}) and t.state not in (${Prisma.raw(REVEALED_SQL)}) and ${holdsShare(userId)}))
  and (e.type <> 'task.copied' or e.data->>'userId' is distinct from ${userId}))`

const holdsShare = (userId: string) =>
  Prisma.sql`exists (select 1 from assignments a where a.task_id = t.id and a.user_id = ${userId}::uuid)`

/**
 * Names the item, except of copies, which lie in a shadow of the project, and of the reader's own open tasks: else those
 * without an item would be the copies (docs/decisions/018-calibration.md).
 */
function withItems(events: Prisma.Sql, reader?: Actor): Prisma.Sql {
  const isNamed = reader
    ? Prisma.sql`and i.project_id = e.project_id
        and (t.state in (${Prisma.raw(REVEALED_SQL)}) or not ${holdsShare(reader.userId)})`
    : Prisma.empty
  return Prisma.sql`
    select e.id, e.at, e.type, e.data, e.actor_id "actorId", e.task_id "taskId", i.id "itemId", i.position
    from (${events}) e left join tasks t on t.id = e.task_id left join items i on i.id = t.item_id ${isNamed}
    order by e.at desc, e.id desc`
}
