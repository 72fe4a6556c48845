import { notFound } from 'next/navigation'
import { TimelineView } from '@/components/timeline/timeline-view'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'
import { getTimelineEndpoint, timelineQuery } from '@/lib/timeline/contract'
import { getTimeline } from '@/lib/timeline/queries'

export const metadata = { title: 'Time line' }

export default async function TimelinePage({ params }: PageProps<'/projects/[projectId]/tasks/[taskId]/timeline'>) {
  const { projectId, taskId } = await params
  const actor = await requireActor(`/projects/${projectId}/tasks/${taskId}/timeline`)
  if (!getTimelineEndpoint.params?.safeParse({ taskId }).success) notFound()
  const first = await pageData(getTimeline(actor, taskId, timelineQuery.parse({})))
  if (!first.head || first.head.projectId !== projectId) notFound()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:py-8">
      <TimelineView key={taskId} head={first.head} first={first} />
    </div>
  )
}
