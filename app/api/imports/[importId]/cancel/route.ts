import { cancelImport } from '@/lib/imports/cancel-import'
import { cancelImportEndpoint } from '@/lib/imports/contract'
import { handle } from '@/lib/server/handle'

export const POST = handle(cancelImportEndpoint, ({ actor, params }) => cancelImport(actor, params.importId))
