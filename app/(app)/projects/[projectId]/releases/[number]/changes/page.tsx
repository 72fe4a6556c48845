import { ComparisonView } from '@/components/gold/releases/release/comparison-view'
import { compareTwoReleases } from '@/lib/gold/releases/release/comparison/queries'
import { comparisonQuery, releaseParams } from '@/lib/gold/releases/release/contract'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Two releases compared' }

export default async function ReleaseChangesPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/releases/[number]/changes'>) {
  const { projectId, number } = await params
  const actor = await requireActor(`/projects/${projectId}/releases/${encodeURIComponent(number)}/changes`)
  const releaseKey = pageQuery(releaseParams, { projectId, number })
  const { since } = pageQuery(comparisonQuery, await searchParams)
  return <ComparisonView comparison={await pageData(compareTwoReleases(actor, releaseKey, since))} />
}
