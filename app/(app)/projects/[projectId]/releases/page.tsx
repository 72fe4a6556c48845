import { ReleasesView } from '@/components/releases/release/releases-view'
import { listReleases } from '@/lib/releases/release/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Releases' }

export default async function ReleasesPage({ params }: PageProps<'/projects/[projectId]/releases'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/releases`)
  return <ReleasesView initial={await pageData(listReleases(actor, projectId))} />
}
