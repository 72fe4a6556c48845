import { listHouseAuditEndpoint } from '@/lib/audit-log/contract'
import { listHouseAudit } from '@/lib/audit-log/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listHouseAuditEndpoint, ({ actor, query }) => listHouseAudit(actor, query))
