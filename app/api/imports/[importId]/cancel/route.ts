import { handle } from '@/lib/platform/server/handle'
import { cancelImport } from '@/lib/workspace/imports/cancel-import'
import { cancelImportEndpoint } from '@/lib/workspace/imports/contract'

export const POST = handle(cancelImportEndpoint, ({ actor, params }) => cancelImport(actor, params.importId))
