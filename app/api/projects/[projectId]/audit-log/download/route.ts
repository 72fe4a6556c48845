import { handle } from '@/lib/platform/server/handle'
import { downloadProjectAuditEndpoint } from '@/lib/workspace/audit-log/contract'
import { downloadProjectAudit } from '@/lib/workspace/audit-log/download-audit'

export const GET = handle(downloadProjectAuditEndpoint, ({ actor, params, query }) =>
  downloadProjectAudit(actor, params.projectId, query),
)
