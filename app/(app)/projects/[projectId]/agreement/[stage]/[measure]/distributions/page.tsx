import { DistributionsView } from '@/components/quality/distributions/distributions-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getDistributions } from '@/lib/quality/distributions/queries'

export const metadata = { title: 'Label distributions' }

export default async function DistributionsPage({
  params,
}: PageProps<'/projects/[projectId]/agreement/[stage]/[measure]/distributions'>) {
  const { projectId, stage, measure } = await params
  const measureKeys = { stage: decodeURIComponent(stage), measure: decodeURIComponent(measure) }
  const actor = await requireActor(`/projects/${projectId}/agreement/${stage}/${measure}/distributions`)
  const query = { order: 'entropy', only: 'all', page: 1 } as const
  const initialData = await pageData(getDistributions(actor, { projectId, ...measureKeys }, query))
  return <DistributionsView projectId={projectId} initialData={initialData} />
}
