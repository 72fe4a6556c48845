import { AuditLogView } from '@/components/workspace/audit-log/audit-log-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { filledIn, pageData, pageQuery } from '@/lib/platform/server/page-data'
import { houseAuditQuery } from '@/lib/workspace/audit-log/contract'
import { listHouseAudit, listHousePeople } from '@/lib/workspace/audit-log/queries'

export const metadata = { title: 'Audit log' }

export default async function HouseAuditLogPage({ searchParams }: PageProps<'/admin/audit-log'>) {
  const actor = await requireActor('/admin/audit-log', await searchParams)
  const query = pageQuery(houseAuditQuery, filledIn(await searchParams))
  const page = await pageData(listHouseAudit(actor, query))
  return <AuditLogView projectId={null} query={query} page={page} people={await listHousePeople(actor)} />
}
