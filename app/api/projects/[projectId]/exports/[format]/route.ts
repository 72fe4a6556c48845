import { downloadExportEndpoint } from '@/lib/gold/releases/contract'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(downloadExportEndpoint, ({ actor, params, query }) =>
  downloadExport(actor, params.projectId, params.format, query.labels),
)
