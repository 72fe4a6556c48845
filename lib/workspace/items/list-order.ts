/** Which items a page of the list shows, in the list's order (docs/benchmarks.md, docs/decisions/088-lists-of-many-items.md). */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { ITEMS_PAGE_SIZE, type ItemOrder, type ItemsQuery } from './contract'

/** What `items i` are ordered by, before their position; of the order by state, `o` is the task that it means. */
const KEYS: Readonly<Record<ItemOrder, string>> = {
  position: 'i.position',
  title: 'i.title',
  externalId: 'i.external_id',
  domain: 'i.shown_domain',
  source: 'i.shown_source',
  priority: 'i.priority',
  changed: 'coalesce(i.changed_at, i.created_at)',
  state: 'o.state',
}

/** So many items are sorted as a set; of a filter that finds more, an index of the order is read until the page is full. */
const MOST_SORTED = 20_000

interface ListOrder {
  key: Prisma.Sql
  direction: Prisma.Sql
  /** What else is joined to `items i`. */
  join: Prisma.Sql
  /** By an index: key and position of one table. */
  by: Prisma.Sql
}

/** By state: that of the stage that the list is filtered by, else of the first. */
function listOrder(projectId: string, { sort, stage, state }: Pick<ItemsQuery, 'sort' | 'stage' | 'state'>): ListOrder {
  const backwards = sort.startsWith('-')
  const sortField = (backwards ? sort.slice(1) : sort) as ItemOrder
  // Tasks of one stage that are all in one state are in the order of their items.
  const order = sortField === 'state' && stage !== undefined && state !== undefined ? 'position' : sortField
  const direction = backwards ? 'desc' : 'asc'
  const key = KEYS[order]
  const position = order === 'state' ? 'o.position' : 'i.position'
  const which = stage === undefined ? Prisma.sql`position = 0` : Prisma.sql`key = ${stage}`
  const join = Prisma.sql`join tasks o on o.item_id = i.id
    and o.stage_id = (select id from stages where project_id = ${projectId}::uuid and ${which})`
  return {
    key: Prisma.raw(key),
    direction: Prisma.raw(direction),
    join: order === 'state' ? join : Prisma.empty,
    by: Prisma.raw(`${key} ${direction}, ${position} ${direction}`),
  }
}

interface Page {
  positions: number[]
  /** Of all pages. */
  total: number
}

/** One page, and how many items there are. */
export async function readPage(tx: Tx, projectId: string, query: ItemsQuery, where: Prisma.Sql): Promise<Page> {
  // A bitmap of a million items, and a set that is sorted, are kept in memory.
  await tx.$queryRaw`select set_config('work_mem', '64MB', true)`
  const offset = (query.page - 1) * ITEMS_PAGE_SIZE
  if (isFiltered(query)) {
    const { positions, total } = await sortFound(tx, projectId, query, { where, offset })
    if (query.q || total <= MOST_SORTED) return { positions, total }
  }
  const positions = await listPositions(tx, projectId, query, { where, limit: ITEMS_PAGE_SIZE, offset })
  // A page that is not full, and not past the end, says itself how many there are.
  const isLast = positions.length < ITEMS_PAGE_SIZE && (positions.length > 0 || offset === 0)
  return { positions, total: isLast ? offset + positions.length : await countItems(tx, where) }
}

const isFiltered = ({ sort: _, columns: __, page: ___, ...filter }: ItemsQuery): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '')

/**
 * Which items are found is read off indexes, and what they are ordered by of those alone. A search reads all texts, and only once: what it
 * finds is sorted whatever its number. Of others, no page where they are too many.
 */
async function sortFound(
  tx: Tx,
  projectId: string,
  query: ItemsQuery,
  { where, offset }: { where: Prisma.Sql; offset: number },
): Promise<Page> {
  const { key, direction, join } = listOrder(projectId, query)
  const most = query.q ? null : MOST_SORTED
  const [found] = await tx.$queryRaw<Page[]>`
    with found as materialized (
      select i.position from items i where ${where} limit ${most === null ? null : most + 1}::int),
    counted as (select count(*)::int "total" from found)
    select "total", array(
      select i.position from items i ${join}
      where i.project_id = ${projectId}::uuid and i.position = any(array(select position from found))
        and (${most}::int is null or c.total <= ${most}::int)
      order by ${key} ${direction}, i.position ${direction} limit ${ITEMS_PAGE_SIZE} offset ${offset}) "positions"
    from counted c`
  return found ?? { positions: [], total: 0 }
}

/** By an index of the order: a page far down passes over positions, and not over whole items. Without a limit: all. */
export async function listPositions(
  tx: Tx,
  projectId: string,
  query: ItemsQuery,
  { where, limit, offset }: { where: Prisma.Sql; limit: number | null; offset: number },
): Promise<number[]> {
  const { join, by } = listOrder(projectId, query)
  const [found] = await tx.$queryRaw<{ positions: number[] }[]>`
    select array(select i.position from items i ${join} where ${where} order by ${by} limit ${limit}::int offset ${offset}) "positions"`
  return found?.positions ?? []
}

async function countItems(tx: Tx, where: Prisma.Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ total: number }[]>`select count(*)::int total from items i where ${where}`
  return row?.total ?? 0
}
