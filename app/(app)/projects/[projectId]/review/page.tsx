import { ReviewView } from '@/components/consolidation/review-view'
import { listReview } from '@/lib/consolidation/review/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Review' }

export default async function ReviewPage({ params }: PageProps<'/projects/[projectId]/review'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/review`)
  const initialData = await pageData(listReview(actor, projectId))
  return <ReviewView projectId={projectId} initialData={initialData} />
}
