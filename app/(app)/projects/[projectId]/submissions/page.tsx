import { notFound } from 'next/navigation'
import { SubmissionsView } from '@/components/adjudication/outcomes/submissions-view'
import { outcomesQuerySchema } from '@/lib/adjudication/outcomes/contract'
import { listOutcomes } from '@/lib/adjudication/outcomes/queries'
import { listMySubmissions } from '@/lib/annotation/annotations/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'My submissions' }

export default async function SubmissionsPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/submissions'>) {
  const { projectId } = await params
  const queryParams = await searchParams
  const actor = await requireActor(`/projects/${projectId}/submissions`, queryParams)
  const { success, data: query } = outcomesQuerySchema.safeParse({ before: queryParams.before, only: queryParams.only })
  if (!success) notFound()
  const [held, outcomes] = await Promise.all([
    pageData(listMySubmissions(actor, projectId)),
    pageData(listOutcomes(actor, projectId, query)),
  ])
  return <SubmissionsView projectId={projectId} userId={actor.userId} query={query} initialData={{ held, outcomes }} />
}
