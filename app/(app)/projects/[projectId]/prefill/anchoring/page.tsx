import { AnchoringView } from '@/components/anchoring/anchoring-view'
import { getAnchoring } from '@/lib/anchoring/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Anchoring' }

export default async function AnchoringPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/prefill/anchoring'>) {
  const { projectId } = await params
  const { run } = await searchParams
  const actor = await requireActor(`/projects/${projectId}/prefill/anchoring`, await searchParams)
  const data = await pageData(getAnchoring(actor, projectId, typeof run === 'string' ? run : null))
  return <AnchoringView data={data} />
}
