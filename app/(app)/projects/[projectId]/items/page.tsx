import { ItemsView } from '@/components/items/items-view'
import { itemsQuerySchema } from '@/lib/items/contract'
import { getItemFacets, listItems } from '@/lib/items/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData, pageQuery } from '@/lib/server/page-data'

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
