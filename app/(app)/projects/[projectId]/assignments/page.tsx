import { notFound } from 'next/navigation'
import { AssignmentsView } from '@/components/annotation/assignments/assignments-view'
import { listAssignmentsEndpoint } from '@/lib/annotation/assignments/contract'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { listInquiries } from '@/lib/annotation/inquiries/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Assignments' }

export default async function AssignmentsPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/assignments'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/assignments`, await searchParams)
  const query = listAssignmentsEndpoint.query?.safeParse(await searchParams)
  if (!query?.success) notFound()
  const initialData = await pageData(listAssignments(actor, projectId, query.data))
  const inquiries = await pageData(listInquiries(actor, projectId, { state: 'waiting', page: 1 }))
  return (
    <AssignmentsView
      projectId={projectId}
      query={query.data}
      initialData={initialData}
      userId={actor.userId}
      inquiries={inquiries}
    />
  )
}
