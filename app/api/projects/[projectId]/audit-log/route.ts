import { handle } from '@/lib/platform/server/handle'
import { listProjectAuditEndpoint } from '@/lib/workspace/audit-log/contract'
import { listProjectAudit } from '@/lib/workspace/audit-log/queries'

export const GET = handle(listProjectAuditEndpoint, ({ actor, params, query }) =>
  listProjectAudit(actor, params.projectId, query),
)
