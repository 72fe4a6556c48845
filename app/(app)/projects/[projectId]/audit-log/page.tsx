import { AuditLogView } from '@/components/audit-log/audit-log-view'
import { projectAuditQuery } from '@/lib/audit-log/contract'
import { listProjectAudit, listProjectPeople } from '@/lib/audit-log/queries'
import { requireActor } from '@/lib/server/page-actor'
import { filledIn, pageData, pageQuery } from '@/lib/server/page-data'

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
