import { ImportListView } from '@/components/workspace/imports/import-list-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listImports } from '@/lib/workspace/imports/queries'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Import' }

export default async function ImportPage({ params }: PageProps<'/projects/[projectId]/import'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/import`)
  const project = await pageData(pageProject(actor, projectId))
  const initialData = await pageData(listImports(actor, projectId))
  return <ImportListView projectId={projectId} canChange={project.archivedAt === null} initialData={initialData} />
}
