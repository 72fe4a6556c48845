import { ProgressView } from '@/components/quality/progress/progress-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { progressPageSchema } from '@/lib/quality/progress/contract'
import { getProgress } from '@/lib/quality/progress/queries'

export const metadata = { title: 'Progress' }

export default async function ProgressPage({ params, searchParams }: PageProps<'/projects/[projectId]/progress'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/progress`, await searchParams)
  const { rate, ...query } = pageQuery(progressPageSchema, await searchParams)
  return <ProgressView data={await pageData(getProgress(actor, projectId, query))} initialRate={rate} />
}
