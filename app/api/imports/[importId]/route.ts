import { handle } from '@/lib/platform/server/handle'
import { getImportEndpoint } from '@/lib/workspace/imports/contract'
import { getImport } from '@/lib/workspace/imports/queries'

export const GET = handle(getImportEndpoint, ({ actor, params }) => getImport(actor, params.importId))
