import { handle } from '@/lib/platform/server/handle'
import { mapImportEndpoint } from '@/lib/workspace/imports/contract'
import { mapImport } from '@/lib/workspace/imports/map-import'

export const POST = handle(mapImportEndpoint, ({ actor, params, body }) => mapImport(actor, params.importId, body))
