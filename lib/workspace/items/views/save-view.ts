import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadBrowsable } from '@/lib/workspace/items/queries'
import { type ItemView, MOST_VIEWS, type ViewQuery } from './contract'
import { authorizeSharing, authorizeView, loadView, presentView, SELECTED, withFreeName } from './load-views'

interface Given {
  name: string
  query: ViewQuery
  shared: boolean
}

/** Saves a new view of one's own. Errors: `conflict` where one of that name is there, `rule` where there are too many. */
export function saveView(actor: Actor, projectId: string, { name, query, shared }: Given): Promise<ItemView> {
  return withFreeName(() =>
    transaction(async (tx) => {
      const project = await loadBrowsable(tx, actor, projectId)
      authorizeView(project, query)
      if (shared) authorizeSharing(project)
      const owned = { projectId, ownerId: actor.userId }
      if ((await tx.itemView.count({ where: owned })) >= MOST_VIEWS)
        throw new AppError('rule', `You have ${MOST_VIEWS} views here: delete one that you no longer need.`)
      const row = await tx.itemView.create({
        data: { ...owned, name, shared, query: asJsonObject(query) },
        select: SELECTED,
      })
      await tell(tx, actor, projectId, row)
      return presentView(actor, project, row)
    }),
  )
}

/** Renames a view, saves over it, or shares it. */
export function changeView(
  actor: Actor,
  { projectId, viewId }: { projectId: string; viewId: string },
  { name, query, shared }: Partial<Given>,
): Promise<ItemView> {
  return withFreeName(() =>
    transaction(async (tx) => {
      const project = await loadBrowsable(tx, actor, projectId)
      const before = await loadView(tx, actor, project, { viewId, change: true })
      if (query) authorizeView(project, query)
      if (shared !== undefined && shared !== before.shared) authorizeSharing(project)
      const row = await tx.itemView.update({
        where: { id: viewId },
        data: { name, shared, query: query && asJsonObject(query), savedAt: new Date() },
        select: SELECTED,
      })
      await tell(tx, actor, projectId, row)
      return presentView(actor, project, row)
    }),
  )
}

export async function deleteView(
  actor: Actor,
  { projectId, viewId }: { projectId: string; viewId: string },
): Promise<void> {
  await transaction(async (tx) => {
    const project = await loadBrowsable(tx, actor, projectId)
    const { name } = await loadView(tx, actor, project, { viewId, change: true })
    await tx.itemView.delete({ where: { id: viewId }, select: { id: true } })
    await record(tx, 'item_view.deleted', { actorId: actor.userId, projectId }, { viewId, name })
  })
}

const asJsonObject = (query: ViewQuery) => query as Prisma.InputJsonObject

const tell = (
  tx: Tx,
  actor: Actor,
  projectId: string,
  { id, name, shared }: { id: string; name: string; shared: boolean },
) => record(tx, 'item_view.saved', { actorId: actor.userId, projectId }, { viewId: id, name, shared })
