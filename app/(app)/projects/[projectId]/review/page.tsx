import { ReviewView } from '@/components/adjudication/consolidation/review-view'
import { reviewQuerySchema } from '@/lib/adjudication/consolidation/review/contract'
import { listReview } from '@/lib/adjudication/consolidation/review/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Review' }

export default async function ReviewPage({ params, searchParams }: PageProps<'/projects/[projectId]/review'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/review`, await searchParams)
  const query = pageQuery(reviewQuerySchema, await searchParams)
  const initialData = await pageData(listReview(actor, projectId, query))
  return <ReviewView projectId={projectId} query={query} initialData={initialData} />
}
