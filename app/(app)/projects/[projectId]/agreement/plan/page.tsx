import { PlanView } from '@/components/quality/planning/plan-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getPlanBases } from '@/lib/quality/planning/queries'

export const metadata = { title: 'Plan' }

export default async function PlanPage({ params }: PageProps<'/projects/[projectId]/agreement/plan'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/agreement/plan`)
  return <PlanView initialData={await pageData(getPlanBases(actor, projectId))} />
}
