import { downloadHouseAuditEndpoint } from '@/lib/audit-log/contract'
import { downloadHouseAudit } from '@/lib/audit-log/download-audit'
import { handle } from '@/lib/server/handle'

export const GET = handle(downloadHouseAuditEndpoint, ({ actor, query }) => downloadHouseAudit(actor, query))
