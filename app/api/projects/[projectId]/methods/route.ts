import { getMethodsEndpoint } from '@/lib/agreement/receipts/contract'
import { downloadMethods } from '@/lib/agreement/receipts/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getMethodsEndpoint, ({ actor, params, query }) =>
  downloadMethods(actor, params.projectId, query.form),
)
