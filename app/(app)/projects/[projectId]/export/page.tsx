import { ExportView } from '@/components/gold/releases/export-view'
import { listExports } from '@/lib/gold/releases/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Export' }

export default async function ExportPage({ params, searchParams }: PageProps<'/projects/[projectId]/export'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/export`, await searchParams)
  const labels = (await searchParams).labels === 'unseen' ? 'unseen' : 'all'
  return <ExportView projectId={projectId} data={await pageData(listExports(actor, projectId, labels))} />
}
