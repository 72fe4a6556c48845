import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import { ITEMS_PAGE_SIZE, type ItemFacets, type ItemRow, type Items, type ItemsQuery, type ItemView } from './contract'
import { readFilter, rememberTold } from './filter'
import { readHistory } from './history/read-history'
import { readItem } from './read-item'

// Exports, too, keep records apart that hold labels.
export { labelledStages } from './labelled-stages'

/** One page of a project's items under a filter. Filters on answers are for managers and reviewers, who are
 * remembered as having read what the page tells. */
export async function listItems(actor: Actor, projectId: string, query: ItemsQuery): Promise<Items> {
  return transaction(async (tx) => {
    const project = await loadBrowsable(tx, actor, projectId)
    const { where, told } = await readFilter(tx, project, query)
    const { rows, total } = await readPage(tx, projectId, query, where)
    const tasks = await readTasks(tx, project, rows)
    await rememberTold(tx, actor, project, { told, tasks })
    const items = rows.map((row) => ({
      ...row,
      tasks: tasks.filter((task) => task.itemId === row.id).map(({ itemId: _, ...task }) => task),
    }))
    return { items, total }
  })
}

async function readPage(tx: Tx, projectId: string, { q, page, sort }: ItemsQuery, where: Prisma.Sql) {
  const offset = (page - 1) * ITEMS_PAGE_SIZE
  const direction = Prisma.raw(sort === '-position' ? 'desc' : 'asc')
  // A search reads all texts, and only once: what it finds is counted in the same statement.
  const once = Prisma.raw(q ? 'materialized' : 'not materialized')
  const counted = Prisma.raw(q ? '(select count(*)::int from found)' : 'null::int')
  // Positions first, which an index holds: a page far down passes over them, and not over whole items.
  const found = await tx.$queryRaw<(Omit<ItemRow, 'tasks'> & { total: number | null })[]>`
    with found as ${once} (select i.position from items i where ${where}),
    page as (select position from found order by position ${direction} limit ${ITEMS_PAGE_SIZE} offset ${offset})
    select i.id, i.position, i.external_id "externalId", i.title, i.shown_domain "domain", i.shown_source "source", i.tags, ${counted} "total"
    from page join items i on i.project_id = ${projectId}::uuid and i.position = page.position
    order by i.position ${direction}`
  const rows = found.map(({ total: _, ...row }) => row)
  // A page that is not full, and not past the end, says itself how many there are.
  const isLast = rows.length < ITEMS_PAGE_SIZE && (rows.length > 0 || offset === 0)
  return { rows, total: found[0]?.total ?? (isLast ? offset + rows.length : await countItems(tx, where)) }
}

async function countItems(tx: Tx, where: Prisma.Sql): Promise<number> {
  const [row] = await tx.$queryRaw<{ total: number }[]>`select count(*)::int total from items i where ${where}`
  return row?.total ?? 0
}

async function readTasks(tx: Tx, project: LoadedProject, rows: readonly { id: string }[]) {
  const titles = new Map(protocolById(project.protocolId).stages.map((stage) => [stage.key, stage.title]))
  const tasks = await tx.task.findMany({
    where: { itemId: { in: rows.map((row) => row.id) } },
    orderBy: { stage: { position: 'asc' } },
    select: { id: true, itemId: true, state: true, stale: true, stage: { select: { key: true, consolidation: true } } },
  })
  return tasks.map(({ stage, ...task }) => ({
    ...task,
    votes: stage.consolidation === 'votes',
    stageTitle: titles.get(stage.key) ?? stage.key,
  }))
}

/** What a project's items can be filtered by, with counts. */
export async function getItemFacets(actor: Actor, projectId: string): Promise<ItemFacets> {
  return transaction(async (tx) => {
    await loadBrowsable(tx, actor, projectId)
    const facet = (column: 'shown_domain' | 'shown_source' | 'unnest(tags)') => {
      const name = Prisma.raw(column)
      return tx.$queryRaw<{ value: string; count: number }[]>`
        select value, count(*)::int "count" from (
          select ${name} "value" from items where project_id = ${projectId}::uuid) named
        where value is not null group by 1 order by 2 desc, 1 limit 200`
    }
    const domains = await facet('shown_domain')
    const sources = await facet('shown_source')
    const tags = await facet('unnest(tags)')
    return { domains, sources, tags, preparing: await tx.task.count({ where: { projectId, state: 'preparing' } }) }
  })
}

/** One item with everything its page shows; gold that it shows is remembered as read. */
export async function getItem(actor: Actor, itemId: string): Promise<ItemView> {
  return transaction(async (tx) => {
    const project = await loadProjectOfItem(tx, actor, itemId)
    return readItem(tx, actor, project, itemId)
  })
}

/** What happened to an item, newest first; `before` is the id of the last event already seen. */
export async function getItemHistory(actor: Actor, itemId: string, before?: string) {
  return transaction(async (tx) => {
    const { subject } = await loadProjectOfItem(tx, actor, itemId)
    return readHistory(tx, actor, subject.role, itemId, before)
  })
}

/** The item's project, for those who may browse its items: `not_found` when hidden, `forbidden` for annotators. */
export async function loadProjectOfItem(tx: Tx, actor: Actor, itemId: string): Promise<LoadedProject> {
  if (!z.uuid().safeParse(itemId).success) throw new AppError('not_found')
  const where = { id: itemId, project: visibleProjectsWhere(actor) }
  const item = found(await tx.item.findFirst({ where, select: { projectId: true } }))
  return loadBrowsable(tx, actor, item.projectId)
}

async function loadBrowsable(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('items.browse', project, 'Annotators see their own tasks, not the list of items.')
  return project
}
