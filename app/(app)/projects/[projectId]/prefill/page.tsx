import { PrefillView } from '@/components/automation/prefill/prefill-view'
import { getPrefill, listRuns } from '@/lib/automation/prefill/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Pre-fill' }

export default async function PrefillPage({ params }: PageProps<'/projects/[projectId]/prefill'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill`)
  const project = await pageData(pageProject(actor, projectId))
  const initialData = await pageData(getPrefill(actor, projectId))
  const initialRuns = await pageData(listRuns(actor, projectId))
  return <PrefillView project={project} initialData={initialData} initialRuns={initialRuns} />
}
