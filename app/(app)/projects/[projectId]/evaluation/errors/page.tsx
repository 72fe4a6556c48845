import { ErrorsView } from '@/components/gold/evaluation/errors-view'
import { listErrors } from '@/lib/gold/evaluation/queries'
import { errorsQuerySchema } from '@/lib/gold/evaluation/report/contract'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Errors' }

export default async function ErrorsPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/evaluation/errors'>) {
  const { projectId } = await params
  const queryParams = await searchParams
  const actor = await requireActor(`/projects/${projectId}/evaluation/errors`, queryParams)
  const query = pageQuery(errorsQuerySchema, queryParams)
  const initialData = await pageData(listErrors(actor, projectId, query))
  // Another list is another page: nothing of the one before stays on screen.
  return <ErrorsView key={JSON.stringify(query)} projectId={projectId} asked={query} initialData={initialData} />
}
