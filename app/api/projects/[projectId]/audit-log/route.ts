import { listProjectAuditEndpoint } from '@/lib/audit-log/contract'
import { listProjectAudit } from '@/lib/audit-log/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listProjectAuditEndpoint, ({ actor, params, query }) =>
  listProjectAudit(actor, params.projectId, query),
)
