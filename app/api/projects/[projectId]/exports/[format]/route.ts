import { downloadExportEndpoint } from '@/lib/releases/contract'
import { downloadExport } from '@/lib/releases/download-export'
import { handle } from '@/lib/server/handle'

export const GET = handle(downloadExportEndpoint, ({ actor, params, query }) =>
  downloadExport(actor, params.projectId, params.format, query.labels),
)
