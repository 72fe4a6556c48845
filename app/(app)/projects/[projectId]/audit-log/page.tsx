import { AuditLogView } from '@/components/workspace/audit-log/audit-log-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { filledIn, pageData, pageQuery } from '@/lib/platform/server/page-data'
import { projectAuditQuery } from '@/lib/workspace/audit-log/contract'
import { listProjectAudit, listProjectPeople } from '@/lib/workspace/audit-log/queries'

export const metadata = { title: 'Audit log' }

export default async function ProjectAuditLogPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/audit-log'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/audit-log`, await searchParams)
  const query = pageQuery(projectAuditQuery, filledIn(await searchParams))
  const page = await pageData(listProjectAudit(actor, projectId, query))
  return (
    <AuditLogView projectId={projectId} query={query} page={page} people={await listProjectPeople(actor, projectId)} />
  )
}
