import { ChecksView } from '@/components/gold/checks/checks-view'
import { checksPageQuerySchema } from '@/lib/gold/checks/contract'
import { getChecksPage } from '@/lib/gold/checks/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Checks' }

export default async function ChecksPage({ params, searchParams }: PageProps<'/projects/[projectId]/checks'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/checks`, await searchParams)
  const { kind: asked, ...query } = pageQuery(checksPageQuerySchema, await searchParams)
  const { checks, kind, found } = await pageData(getChecksPage(actor, projectId, { kind: asked, ...query }))
  return <ChecksView checks={checks} kind={kind} query={query} found={found} />
}
