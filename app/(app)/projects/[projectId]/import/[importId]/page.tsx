import { notFound } from 'next/navigation'
import { ImportView } from '@/components/imports/import-view'
import { getImportEndpoint } from '@/lib/imports/contract'
import { getImport } from '@/lib/imports/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Import' }

export default async function OneImportPage({ params }: PageProps<'/projects/[projectId]/import/[importId]'>) {
  const { projectId, importId } = await params
  const actor = await requireActor(`/projects/${projectId}/import/${importId}`)
  if (!getImportEndpoint.params?.safeParse({ importId }).success) notFound()
  const project = await pageData(getProject(actor, projectId))
  const initialData = await pageData(getImport(actor, importId))
  if (initialData.projectId !== projectId) notFound()
  return <ImportView canChange={project.archivedAt === null} initialData={initialData} />
}
