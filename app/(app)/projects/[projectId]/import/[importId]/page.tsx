import { notFound } from 'next/navigation'
import { StartWork } from '@/components/annotation/assignments/start-work'
import { ImportView } from '@/components/workspace/imports/import-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getImportEndpoint } from '@/lib/workspace/imports/contract'
import { getImport } from '@/lib/workspace/imports/queries'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Import' }

export default async function OneImportPage({ params }: PageProps<'/projects/[projectId]/import/[importId]'>) {
  const { projectId, importId } = await params
  const actor = await requireActor(`/projects/${projectId}/import/${importId}`)
  if (!getImportEndpoint.params?.safeParse({ importId }).success) notFound()
  const project = await pageData(pageProject(actor, projectId))
  const initialData = await pageData(getImport(actor, importId))
  if (initialData.projectId !== projectId) notFound()
  return (
    <ImportView
      canChange={project.archivedAt === null}
      initialData={initialData}
      StartWork={project.abilities.takeTasks ? StartWork : null}
    />
  )
}
