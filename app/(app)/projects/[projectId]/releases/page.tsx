import { ReleasesView } from '@/components/gold/releases/release/releases-view'
import { listReleases } from '@/lib/gold/releases/release/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Releases' }

export default async function ReleasesPage({ params }: PageProps<'/projects/[projectId]/releases'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/releases`)
  return <ReleasesView initial={await pageData(listReleases(actor, projectId))} />
}
