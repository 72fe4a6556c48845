import { ReleaseView } from '@/components/gold/releases/release/release-view'
import { releaseParams } from '@/lib/gold/releases/release/contract'
import { getRelease } from '@/lib/gold/releases/release/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Release' }

export default async function ReleasePage({ params }: PageProps<'/projects/[projectId]/releases/[number]'>) {
  const { projectId, number } = await params
  const actor = await requireActor(`/projects/${projectId}/releases/${encodeURIComponent(number)}`)
  const releaseKey = pageQuery(releaseParams, { projectId, number })
  return <ReleaseView initial={await pageData(getRelease(actor, releaseKey))} />
}
