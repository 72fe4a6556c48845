import { handle } from '@/lib/platform/server/handle'
import { importFileEndpoint } from '@/lib/workspace/imports/contract'
import { importFile } from '@/lib/workspace/imports/import-file'

export const POST = handle(importFileEndpoint, ({ actor, params, query, request }) =>
  importFile(actor, params.projectId, query, request),
)
