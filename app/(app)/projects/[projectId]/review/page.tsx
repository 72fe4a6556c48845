import { ReviewView } from '@/components/adjudication/consolidation/review-view'
import { listReview } from '@/lib/adjudication/consolidation/review/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Review' }

export default async function ReviewPage({ params }: PageProps<'/projects/[projectId]/review'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/review`)
  const initialData = await pageData(listReview(actor, projectId))
  return <ReviewView projectId={projectId} initialData={initialData} />
}
