import { notFound } from 'next/navigation'
import { SubmissionsView } from '@/components/annotation/workbench/submissions-view'
import { listMySubmissionsEndpoint } from '@/lib/annotation/annotations/contract'
import { listMySubmissions } from '@/lib/annotation/annotations/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Your submissions' }

export default async function SubmissionsPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/submissions'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/submissions`, await searchParams)
  const query = listMySubmissionsEndpoint.query?.safeParse({ before: (await searchParams).before })
  if (!query?.success) notFound()
  const { before } = query.data
  return (
    <SubmissionsView
      projectId={projectId}
      userId={actor.userId}
      before={before}
      initialData={await pageData(listMySubmissions(actor, projectId, before))}
    />
  )
}
