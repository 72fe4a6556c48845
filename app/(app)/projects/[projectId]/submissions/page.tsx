import { notFound } from 'next/navigation'
import { SubmissionsView } from '@/components/annotation/submissions-view'
import { listMySubmissionsEndpoint } from '@/lib/annotations/contract'
import { listMySubmissions } from '@/lib/annotations/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

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
      before={before}
      initialData={await pageData(listMySubmissions(actor, projectId, before))}
    />
  )
}
