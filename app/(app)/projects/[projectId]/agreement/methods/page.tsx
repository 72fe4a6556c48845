import { MethodsView } from '@/components/quality/agreement/receipts/methods-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getMethods } from '@/lib/quality/agreement/receipts/queries'

export const metadata = { title: 'Methods text' }

export default async function MethodsPage({ params }: PageProps<'/projects/[projectId]/agreement/methods'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/agreement/methods`)
  return <MethodsView projectId={projectId} methods={await pageData(getMethods(actor, projectId))} />
}
