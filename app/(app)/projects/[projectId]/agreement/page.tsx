import { AgreementView } from '@/components/agreement/agreement-view'
import { getAgreement } from '@/lib/agreement/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Agreement' }

export default async function AgreementPage({ params }: PageProps<'/projects/[projectId]/agreement'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/agreement`)
  const initialData = await pageData(getAgreement(actor, projectId, { intervals: 'when_quick' }))
  return <AgreementView projectId={projectId} initialData={initialData} />
}
