import { getImportEndpoint } from '@/lib/imports/contract'
import { getImport } from '@/lib/imports/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getImportEndpoint, ({ actor, params }) => getImport(actor, params.importId))
