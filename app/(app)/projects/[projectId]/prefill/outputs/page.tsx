import { OutputsView } from '@/components/prefill/outputs/outputs-view'
import { listOutputFormats } from '@/lib/prefill/outputs/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Machine outputs' }

export default async function OutputsPage({ params }: PageProps<'/projects/[projectId]/prefill/outputs'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/outputs`)
  const project = await pageData(getProject(actor, projectId))
  const { formats } = await pageData(listOutputFormats(actor, projectId))
  return <OutputsView projectId={projectId} canChange={project.archivedAt === null} formats={formats} />
}
