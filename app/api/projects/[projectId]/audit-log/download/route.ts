import { downloadProjectAuditEndpoint } from '@/lib/audit-log/contract'
import { downloadProjectAudit } from '@/lib/audit-log/download-audit'
import { handle } from '@/lib/server/handle'

export const GET = handle(downloadProjectAuditEndpoint, ({ actor, params, query }) =>
  downloadProjectAudit(actor, params.projectId, query),
)
