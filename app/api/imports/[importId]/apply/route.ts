import { applyImportEndpoint } from '@/lib/imports/contract'
import { startImport } from '@/lib/imports/start-import'
import { handle } from '@/lib/server/handle'

export const POST = handle(applyImportEndpoint, ({ actor, params, body }) => startImport(actor, params.importId, body))
