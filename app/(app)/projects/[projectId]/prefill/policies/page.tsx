import { PoliciesView } from '@/components/annotation/suggestions/policies-view'
import { getPolicies } from '@/lib/annotation/suggestions/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Policies' }

export default async function PoliciesPage({ params }: PageProps<'/projects/[projectId]/prefill/policies'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/policies`)
  return <PoliciesView projectId={projectId} initialData={await pageData(getPolicies(actor, projectId))} />
}
