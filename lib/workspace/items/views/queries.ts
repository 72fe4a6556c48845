import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { loadBrowsable } from '@/lib/workspace/items/queries'
import type { ItemView } from './contract'
import { loadView, presentView, SELECTED, visibleViews } from './load-views'

/** One's own views of a project, and those that managers share, by name. */
export function listViews(actor: Actor, projectId: string): Promise<{ views: ItemView[] }> {
  return transaction(async (tx) => {
    const project = await loadBrowsable(tx, actor, projectId)
    const rows = await tx.itemView.findMany({
      where: visibleViews(actor, projectId),
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      select: SELECTED,
    })
    return { views: rows.map((row) => presentView(actor, project, row)) }
  })
}

/** The view of an address. Whether the person may see what it shows, its list decides. */
export function getView(actor: Actor, projectId: string, viewId: string): Promise<ItemView> {
  return transaction(async (tx) => {
    const project = await loadBrowsable(tx, actor, projectId)
    return presentView(actor, project, await loadView(tx, actor, project, { viewId }))
  })
}
