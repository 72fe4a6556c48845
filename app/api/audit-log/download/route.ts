import { handle } from '@/lib/platform/server/handle'
import { downloadHouseAuditEndpoint } from '@/lib/workspace/audit-log/contract'
import { downloadHouseAudit } from '@/lib/workspace/audit-log/download-audit'

export const GET = handle(downloadHouseAuditEndpoint, ({ actor, query }) => downloadHouseAudit(actor, query))
