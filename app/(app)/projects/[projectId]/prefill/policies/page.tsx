import { PoliciesView } from '@/components/suggestions/policies-view'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'
import { getPolicies } from '@/lib/suggestions/queries'

export const metadata = { title: 'Policies' }

export default async function PoliciesPage({ params }: PageProps<'/projects/[projectId]/prefill/policies'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/policies`)
  return <PoliciesView projectId={projectId} initialData={await pageData(getPolicies(actor, projectId))} />
}
