import { notFound } from 'next/navigation'
import { ItemView } from '@/components/items/item-view'
import { getItem } from '@/lib/items/queries'
import { itemOnPage } from '@/lib/items/rules'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Item' }

export default async function ItemPage({ params }: PageProps<'/projects/[projectId]/items/[itemId]'>) {
  const { projectId, itemId } = await params
  const actor = await requireActor(`/projects/${projectId}/items/${itemId}`)
  const item = await pageData(getItem(actor, itemId))
  if (item.projectId !== projectId) notFound()
  return <ItemView key={item.id} initialData={itemOnPage(item)} />
}
