import { ChecksView } from '@/components/gold/checks/checks-view'
import { checksPageQuerySchema } from '@/lib/gold/checks/contract'
import { getChecks, listFindings } from '@/lib/gold/checks/queries'
import { shownKind } from '@/lib/gold/checks/rules'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Checks' }

export default async function ChecksPage({ params, searchParams }: PageProps<'/projects/[projectId]/checks'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/checks`, await searchParams)
  const { kind: asked, ...query } = pageQuery(checksPageQuerySchema, await searchParams)
  const checks = await pageData(getChecks(actor, projectId))
  const kind = asked ?? shownKind(checks.kinds, asked)?.key
  const found = kind === undefined ? null : await pageData(listFindings(actor, { projectId, kind }, query))
  return <ChecksView checks={checks} kind={kind} query={query} found={found} />
}
