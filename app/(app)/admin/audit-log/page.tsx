import { AuditLogView } from '@/components/audit-log/audit-log-view'
import { houseAuditQuery } from '@/lib/audit-log/contract'
import { listHouseAudit, listHousePeople } from '@/lib/audit-log/queries'
import { requireActor } from '@/lib/server/page-actor'
import { filledIn, pageData, pageQuery } from '@/lib/server/page-data'

export const metadata = { title: 'Audit log' }

export default async function HouseAuditLogPage({ searchParams }: PageProps<'/admin/audit-log'>) {
  const actor = await requireActor('/admin/audit-log', await searchParams)
  const query = pageQuery(houseAuditQuery, filledIn(await searchParams))
  const page = await pageData(listHouseAudit(actor, query))
  return <AuditLogView projectId={null} query={query} page={page} people={await listHousePeople(actor)} />
}
