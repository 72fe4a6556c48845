import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import { authorizeColumns } from './columns/read-columns'
import type { ItemFacets, Items, ItemsQuery, ItemView } from './contract'
import { readFilter } from './filter'
import { readHistory } from './history/read-history'
import { readPage } from './list-order'
import { presentRows, readRows } from './present-rows'
import { readItem } from './read-item'

// Exports, too, keep records apart that hold labels.
export { labelledStages } from './labelled-stages'

/** One page of a project's items under a filter. Filters on answers are for managers and reviewers, who are
 * remembered as having read what the page tells. */
export async function listItems(actor: Actor, projectId: string, query: ItemsQuery): Promise<Items> {
  return transaction(async (tx) => {
    const project = await loadBrowsable(tx, actor, projectId)
    authorizeColumns(project, query)
    const { where, told } = await readFilter(tx, actor, project, query)
    const { positions, total } = await readPage(tx, projectId, nameStage(project, query), where)
    const rows = await readRows(tx, projectId, positions)
    return { items: await presentRows(tx, actor, project, { rows, query, told }), total }
  })
}

/** A state is that of a task of one stage; where a protocol has but one, it is meant without being named. */
function nameStage({ protocolId }: LoadedProject, query: ItemsQuery): ItemsQuery {
  const [only, second] = protocolById(protocolId).stages
  return query.state && !second ? { ...query, stage: query.stage ?? only?.key } : query
}

/** What a project's items can be filtered by, with counts. */
export async function getItemFacets(actor: Actor, projectId: string): Promise<ItemFacets> {
  return transaction(async (tx) => {
    await loadBrowsable(tx, actor, projectId)
    const facet = (column: 'shown_domain' | 'shown_source' | 'tag', table: 'items' | 'item_tags' = 'items') => {
      const name = Prisma.raw(column)
      return tx.$queryRaw<{ value: string; count: number }[]>`
        select ${name} "value", count(*)::int "count" from ${Prisma.raw(table)}
        where project_id = ${projectId}::uuid and ${name} is not null group by 1 order by 2 desc, 1 limit 200`
    }
    const domains = await facet('shown_domain')
    const sources = await facet('shown_source')
    const tags = await facet('tag', 'item_tags')
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

export async function loadBrowsable(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('items.browse', project, 'Annotators see their own tasks, not the list of items.')
  return project
}
