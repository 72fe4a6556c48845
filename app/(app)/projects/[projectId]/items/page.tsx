import { ItemsView } from '@/components/workspace/items/items-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { itemsPageSchema } from '@/lib/workspace/items/contract'
import { getItemFacets, listItems } from '@/lib/workspace/items/queries'
import { getView } from '@/lib/workspace/items/views/queries'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Items' }

export default async function ItemsPage({ params, searchParams }: PageProps<'/projects/[projectId]/items'>) {
  const { projectId } = await params
  const queryParams = await searchParams
  const actor = await requireActor(`/projects/${projectId}/items`, queryParams)
  const { view: viewId, ...written } = pageQuery(itemsPageSchema, queryParams)
  const project = await pageData(pageProject(actor, projectId))
  const view = viewId === undefined ? null : await pageData(getView(actor, projectId, viewId))
  // Of a view alone, its own list; what else the address says is the list that the view was changed to.
  const isAlone = Object.keys(queryParams).every((name) => name === 'view' || name === 'page')
  const query = view && isAlone ? { ...view.query, page: written.page } : written
  return (
    <ItemsView
      project={project}
      query={query}
      view={view}
      initialData={await pageData(listItems(actor, projectId, query))}
      initialFacets={await pageData(getItemFacets(actor, projectId))}
    />
  )
}
