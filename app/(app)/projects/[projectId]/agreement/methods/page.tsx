import { MethodsView } from '@/components/agreement/receipts/methods-view'
import { getMethods } from '@/lib/agreement/receipts/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Methods text' }

export default async function MethodsPage({ params }: PageProps<'/projects/[projectId]/agreement/methods'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/agreement/methods`)
  return <MethodsView projectId={projectId} methods={await pageData(getMethods(actor, projectId))} />
}
