import { AnchoringView } from '@/components/quality/anchoring/anchoring-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getAnchoring } from '@/lib/quality/anchoring/queries'

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
