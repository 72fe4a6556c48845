import { ItemsView } from '@/components/workspace/items/items-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { itemsQuerySchema } from '@/lib/workspace/items/contract'
import { getItemFacets, listItems } from '@/lib/workspace/items/queries'
import { getProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Items' }

export default async function ItemsPage({ params, searchParams }: PageProps<'/projects/[projectId]/items'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/items`, await searchParams)
  const query = pageQuery(itemsQuerySchema, await searchParams)
  return (
    <ItemsView
      project={await pageData(getProject(actor, projectId))}
      query={query}
      initialData={await pageData(listItems(actor, projectId, query))}
      initialFacets={await pageData(getItemFacets(actor, projectId))}
    />
  )
}
