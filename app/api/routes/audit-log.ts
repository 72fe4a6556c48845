import { handle, type Route } from '@/lib/platform/server/handle'
import {
  downloadHouseAuditEndpoint,
  downloadProjectAuditEndpoint,
  listHouseAuditEndpoint,
  listProjectAuditEndpoint,
} from '@/lib/workspace/audit-log/contract'
import { downloadHouseAudit, downloadProjectAudit } from '@/lib/workspace/audit-log/download-audit'
import { listHouseAudit, listProjectAudit } from '@/lib/workspace/audit-log/queries'

export const routes: readonly Route[] = [
  handle(listHouseAuditEndpoint, ({ actor, query }) => listHouseAudit(actor, query)),
  handle(downloadHouseAuditEndpoint, ({ actor, query }) => downloadHouseAudit(actor, query)),
  handle(listProjectAuditEndpoint, ({ actor, params, query }) => listProjectAudit(actor, params.projectId, query)),
  handle(downloadProjectAuditEndpoint, ({ actor, params, query }) =>
    downloadProjectAudit(actor, params.projectId, query),
  ),
]
