import { OutputsView } from '@/components/automation/prefill/outputs/outputs-view'
import { listOutputFormats } from '@/lib/automation/prefill/outputs/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Machine outputs' }

export default async function OutputsPage({ params }: PageProps<'/projects/[projectId]/prefill/outputs'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/outputs`)
  const project = await pageData(pageProject(actor, projectId))
  const { formats } = await pageData(listOutputFormats(actor, projectId))
  return <OutputsView projectId={projectId} canChange={project.archivedAt === null} formats={formats} />
}
