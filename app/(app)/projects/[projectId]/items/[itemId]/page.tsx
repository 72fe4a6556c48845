import { notFound } from 'next/navigation'
import { ItemWithLabels } from '@/components/quality/distributions/item-with-labels'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { findItemDistributions } from '@/lib/quality/distributions/queries'
import { getItem } from '@/lib/workspace/items/queries'
import { itemOnPage } from '@/lib/workspace/items/rules'

export const metadata = { title: 'Item' }

export default async function ItemPage({ params }: PageProps<'/projects/[projectId]/items/[itemId]'>) {
  const { projectId, itemId } = await params
  const actor = await requireActor(`/projects/${projectId}/items/${itemId}`)
  const item = await pageData(getItem(actor, itemId))
  if (item.projectId !== projectId) notFound()
  const labels = await pageData(findItemDistributions(actor, item))
  return <ItemWithLabels key={item.id} item={itemOnPage(item)} labels={labels ?? []} />
}
