import { AgreementView } from '@/components/quality/agreement/agreement-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getAgreement } from '@/lib/quality/agreement/queries'

export const metadata = { title: 'Agreement' }

export default async function AgreementPage({ params }: PageProps<'/projects/[projectId]/agreement'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/agreement`)
  const initialData = await pageData(getAgreement(actor, projectId, { intervals: 'when_quick' }))
  return <AgreementView projectId={projectId} initialData={initialData} />
}
