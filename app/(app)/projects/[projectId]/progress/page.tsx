import { ProgressView } from '@/components/progress/progress-view'
import { progressPageSchema } from '@/lib/progress/contract'
import { getProgress } from '@/lib/progress/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData, pageQuery } from '@/lib/server/page-data'

export const metadata = { title: 'Progress' }

export default async function ProgressPage({ params, searchParams }: PageProps<'/projects/[projectId]/progress'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/progress`, await searchParams)
  const { rate, ...query } = pageQuery(progressPageSchema, await searchParams)
  return <ProgressView data={await pageData(getProgress(actor, projectId, query))} initialRate={rate} />
}
