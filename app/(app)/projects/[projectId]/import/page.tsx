import { ImportListView } from '@/components/imports/import-list-view'
import { listImports } from '@/lib/imports/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Import' }

export default async function ImportPage({ params }: PageProps<'/projects/[projectId]/import'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/import`)
  const project = await pageData(getProject(actor, projectId))
  const initialData = await pageData(listImports(actor, projectId))
  return <ImportListView projectId={projectId} canChange={project.archivedAt === null} initialData={initialData} />
}
