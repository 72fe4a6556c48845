import { notFound } from 'next/navigation'
import { TimelineView } from '@/components/adjudication/timeline/timeline-view'
import { getTimelineEndpoint, timelineQuery } from '@/lib/adjudication/timeline/contract'
import { getTimeline } from '@/lib/adjudication/timeline/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Time line' }

export default async function TimelinePage({ params }: PageProps<'/projects/[projectId]/tasks/[taskId]/timeline'>) {
  const { projectId, taskId } = await params
  const actor = await requireActor(`/projects/${projectId}/tasks/${taskId}/timeline`)
  if (!getTimelineEndpoint.params?.safeParse({ taskId }).success) notFound()
  const first = await pageData(getTimeline(actor, taskId, timelineQuery.parse({})))
  if (!first.head || first.head.projectId !== projectId) notFound()
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6 lg:py-8">
      <TimelineView key={taskId} head={first.head} first={first} />
    </div>
  )
}
