import { handle } from '@/lib/platform/server/handle'
import { applyImportEndpoint } from '@/lib/workspace/imports/contract'
import { startImport } from '@/lib/workspace/imports/start-import'

export const POST = handle(applyImportEndpoint, ({ actor, params, body }) => startImport(actor, params.importId, body))
