import { handle } from '@/lib/platform/server/handle'
import { listHouseAuditEndpoint } from '@/lib/workspace/audit-log/contract'
import { listHouseAudit } from '@/lib/workspace/audit-log/queries'

export const GET = handle(listHouseAuditEndpoint, ({ actor, query }) => listHouseAudit(actor, query))
